import { equal } from '@colloquy/flow/operations'
import { Bold, Italic, Link2, List, ListOrdered, Underline } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { createEditor, type Descendant, Editor, Element, Node as Nodes, Range, Transforms } from 'slate'
import { type HistoryEditor, withHistory } from 'slate-history'
import { Editable, ReactEditor, type RenderElementProps, type RenderLeafProps, Slate, withReact } from 'slate-react'
import { historyStepOf } from '../canvas/keys/field-history.js'
import type { Reading } from '../design/use-offers.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { useCompletion } from './expressions/use-completion.js'
import { VariableMenu } from './fields/text-field.js'
import { replaceContent } from './replace-content.js'
import { indent, isNested, type ListType, listAt, outdent, toggleList, withLists } from './rich-text-lists.js'
import { isWantedField } from './use-wanted-focus.js'

type Mark = 'bold' | 'italic' | 'underline'
type Node = { type?: string; url?: string; text?: string; children?: Node[] } & Partial<Record<Mark, boolean>>

interface RichTextEditorProps {
  blockId: string
  value: unknown[] | undefined
  onChange(value: unknown[]): void
}

const emptyText = [{ type: 'p', children: [{ text: '' }] }]
const marks = [
  ['bold', t('Bold'), Bold, 'b'],
  ['italic', t('Italic'), Italic, 'i'],
  ['underline', t('Underlined'), Underline, 'u'],
] as const

const lists = [
  ['ul', t('List'), List],
  ['ol', t('Numbered list'), ListOrdered],
] as const

/** Forgets what was typed: the history of the flow has it, too, and is used from now on. */
function forget(editor: HistoryEditor): void {
  editor.history = { undos: [], redos: [] }
}

/** Edits the nodes of a text block in their stored form, without any conversion. */
export default function RichTextEditor({ blockId, value, onChange }: RichTextEditorProps) {
  const { isReadOnly } = useBotEditor()
  const [editor] = useState(() => withChunks(withLists(withInlines(withHistory(withReact(createEditor())), value))))
  const [link, setLink] = useState<Link>()
  const shown = value && value.length > 0 ? value : emptyText
  useStoredText(editor, shown)
  useFocusWhenWanted(editor)
  const { list, field, follow } = useVariableNames(editor)
  return (
    <div className="field">
      <span className="field-label">{t('Message')}</span>
      <div className="rich-text">
        <Slate
          key={blockId}
          editor={editor}
          initialValue={structuredClone(shown) as Descendant[]}
          onChange={(next) => {
            follow()
            if (editor.operations.some(({ type }) => type !== 'set_selection') && !equal(next, shown))
              onChange(structuredClone(next))
          }}
        >
          <Tools editor={editor} isHidden={isReadOnly} isLinking={link !== undefined} onLink={setLink} />
          {link && <LinkLine editor={editor} link={link} onChange={setLink} />}
          <Editable
            className="rich-text-area"
            aria-label={t('Message')}
            role="textbox"
            aria-multiline
            readOnly={isReadOnly}
            aria-readonly={isReadOnly}
            {...field}
            renderElement={RenderedElement}
            renderLeaf={RenderedLeaf}
            onKeyDown={(event) => {
              field.onKeyDown(event)
              return event.defaultPrevented || handleKey(editor, event)
            }}
            onBlur={() => forget(editor)}
          />
          {list}
        </Slate>
      </div>
    </div>
  )
}

type RichEditor = HistoryEditor & ReactEditor

/** Paragraphs of a long text that are rendered together: after an edit, only those around it are compared. */
const chunkSize = 500

function withChunks<T extends ReactEditor>(editor: T): T {
  editor.getChunkSize = (node) => (Editor.isEditor(node) ? chunkSize : null)
  return editor
}

/** Takes over a text that somebody else, or an undo, changed. Text typed here comes back as an equal value and is left alone. */
function useStoredText(editor: RichEditor, shown: readonly unknown[]): void {
  useEffect(() => {
    if (equal(editor.children, shown)) return
    forget(editor)
    replaceContent(editor, structuredClone(shown) as Descendant[])
  }, [editor, shown])
}

/** Focuses the end of the text if the form wants the focus in its first field and that is the editor. */
function useFocusWhenWanted(editor: RichEditor): void {
  const { view } = useBotEditor()
  useEffect(() => {
    if (!isWantedField(ReactEditor.toDOMNode(editor, editor), view.get().isFormWanted)) return
    view.set({ isFormWanted: false })
    ReactEditor.focus(editor)
    Transforms.select(editor, Editor.end(editor, []))
  }, [editor, view])
}

/** Completes names of variables. `follow` is called after each change of the text or of the selection. */
function useVariableNames(editor: RichEditor) {
  const id = useId()
  const variables = useDocument((document) => document.variables)
  const { list, look, close, field } = useCompletion({
    id,
    variables,
    written: 'text',
    suggestions: [],
    read: () => readText(editor),
    put: (text, at) => replaceText(editor, text, at),
  })
  const follow = () => {
    const isTyped = editor.operations.some(({ type }) => type === 'insert_text' || type === 'remove_text')
    const { text, at } = readText(editor)
    if (isTyped) look(text, at)
    else close()
  }
  return { list, field, follow }
}

const isMarked = (editor: Editor, mark: Mark): boolean => (Editor.marks(editor) as Node | null)?.[mark] === true

function toggleMark(editor: Editor, mark: Mark): void {
  if (isMarked(editor, mark)) Editor.removeMark(editor, mark)
  else Editor.addMark(editor, mark, true)
}

/** Returns whether the key is handled here or by the browser. Otherwise Slate handles it. The canvas gets none but Escape. */
function handleKey(editor: RichEditor, event: KeyboardEvent): boolean {
  if (event.key === 'Escape') return false
  const step = historyStepOf(event)
  // With nothing to undo here, the page undoes.
  if (step && editor.history[step === 'undo' ? 'undos' : 'redos'].length === 0) return true
  event.stopPropagation()
  if (event.key === 'Tab') {
    // If there is nothing to move, Tab leaves the text as everywhere else.
    if (event.shiftKey ? isNested(editor) && outdent(editor) : indent(editor)) event.preventDefault()
    return true
  }
  const mark = marks.find(([, , , key]) => (event.ctrlKey || event.metaKey) && event.key === key)
  // Slate moves the cursor from where it last saw it, so the browser does that; but WebKit has no history of what Slate typed.
  if (!mark) return !step
  event.preventDefault()
  toggleMark(editor, mark[0])
  return true
}

/** An address that is being typed, and the text that becomes the link. */
interface Link {
  url: string
  at: Range
}

interface ToolsProps {
  editor: RichEditor
  isHidden: boolean
  isLinking: boolean
  onLink(link: Link): void
}

function Tools({ editor, isHidden, isLinking, onLink }: ToolsProps) {
  const makeList = (type: ListType) => {
    if (!editor.selection) Transforms.select(editor, Editor.end(editor, []))
    toggleList(editor, type)
    ReactEditor.focus(editor)
  }
  return (
    <div className="rich-text-tools" hidden={isHidden} role="toolbar" aria-label={t('Look of the text')}>
      {marks.map(([mark, label, Icon]) => (
        <MarkButton key={mark} label={label} isOn={isMarked(editor, mark)} onPress={() => toggleMark(editor, mark)}>
          <Icon size={14} />
        </MarkButton>
      ))}
      {lists.map(([type, label, Icon]) => (
        <MarkButton key={type} label={label} isOn={listAt(editor) === type} onPress={() => makeList(type)}>
          <Icon size={14} />
        </MarkButton>
      ))}
      <MarkButton
        label={t('Link')}
        isOn={isLinking}
        onPress={() => {
          const { selection } = editor
          if (selection && !Range.isCollapsed(selection)) onLink({ url: 'https://', at: selection })
        }}
      >
        <Link2 size={14} />
      </MarkButton>
      <span className="grow" />
      <VariableMenu
        label={t('the message')}
        field={() => ReactEditor.toDOMNode(editor, editor)}
        onChoose={(name) => [ReactEditor.focus(editor), editor.insertText(`{{${name}}}`)]}
      />
    </div>
  )
}

interface LinkLineProps {
  editor: RichEditor
  link: Link
  /** Takes undefined once the link is set. */
  onChange(link: Link | undefined): void
}

function LinkLine({ editor, link, onChange }: LinkLineProps) {
  const apply = () => {
    const url = link.url.trim()
    Transforms.select(editor, link.at)
    Transforms.unwrapNodes(editor, { match: isLink, split: true })
    if (url !== '')
      Transforms.wrapNodes(editor, { type: 'a', url, children: [] } as Descendant as Element, { split: true })
    onChange(undefined)
    ReactEditor.focus(editor)
  }
  return (
    <div className="row link-line">
      <input
        className="text"
        aria-label={t('Address of the link')}
        // biome-ignore lint/a11y/noAutofocus: opened in order to type into it
        autoFocus
        value={link.url}
        onChange={(event) => onChange({ ...link, url: event.target.value })}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
      />
      <button type="button" className="button small" onClick={apply}>
        {t('Set')}
      </button>
    </div>
  )
}

interface MarkButtonProps {
  label: string
  isOn: boolean
  onPress(): void
  children: React.ReactNode
}

const MarkButton = ({ label, isOn, onPress, children }: MarkButtonProps) => (
  <button
    type="button"
    className="button plain small icon-only"
    aria-label={label}
    aria-pressed={isOn}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
)

function RenderedElement({ attributes, children, element }: RenderElementProps) {
  const { type, url } = element as Node
  if (type === 'a') {
    return (
      <span {...attributes} className="rich-link" title={url}>
        {children}
      </span>
    )
  }
  switch (type) {
    case 'ul':
      return <ul {...attributes}>{children}</ul>
    case 'ol':
      return <ol {...attributes}>{children}</ol>
    case 'li':
      return <li {...attributes}>{children}</li>
    case 'blockquote':
      return <blockquote {...attributes}>{children}</blockquote>
    case 'h1':
    case 'h2':
    case 'h3':
      return (
        <p {...attributes} className="rich-bold">
          {children}
        </p>
      )
    case 'code_block':
      return <pre {...attributes}>{children}</pre>
    case 'lic':
      return <div {...attributes}>{children}</div>
    default:
      return <p {...attributes}>{children}</p>
  }
}

function RenderedLeaf({ attributes, children, leaf }: RenderLeafProps) {
  const { bold, italic, underline } = leaf as Node
  const names = [bold && 'rich-bold', italic && 'rich-italic', underline && 'rich-underline'].filter(Boolean).join(' ')
  return (
    <span {...attributes} className={names || undefined}>
      {children}
    </span>
  )
}

/** The text around the cursor and the position in it; empty while more than one character is selected. */
function readText(editor: Editor): Reading {
  const { selection } = editor
  if (!selection || Range.isExpanded(selection)) return { text: '', at: 0 }
  return { text: Nodes.string(Nodes.get(editor, selection.anchor.path)), at: selection.anchor.offset }
}

/** Replaces the text around the cursor by another one that differs from it in one place, which ends at the cursor. */
function replaceText(editor: Editor, text: string, at: number): void {
  const { selection } = editor
  if (!selection) return
  const { path } = selection.anchor
  const before = Nodes.string(Nodes.get(editor, path))
  const tail = text.length - at
  let start = 0
  while (start < at && start < before.length - tail && before[start] === text[start]) start += 1
  Transforms.select(editor, { anchor: { path, offset: start }, focus: { path, offset: before.length - tail } })
  editor.insertText(text.slice(start, at))
}

const isLink = (node: unknown): boolean => Element.isElement(node as Descendant) && (node as Node).type === 'a'

/**
 * Treats links as inline, and so elements of unknown types that occur beside text: as blocks, they would be removed with the first edit.
 */
function withInlines<T extends Editor>(editor: T, value: unknown[] | undefined): T {
  const { isInline } = editor
  const inLines = new Set(['a', ...typesInLines((value ?? []) as Node[])])
  editor.isInline = (element) => inLines.has((element as Node).type ?? '') || isInline(element)
  return editor
}

function typesInLines(nodes: readonly Node[]): string[] {
  const isLine = nodes.some(({ text }) => text !== undefined)
  return nodes.flatMap(({ type, children = [] }) => [
    ...(isLine && type !== undefined ? [type] : []),
    ...typesInLines(children),
  ])
}
