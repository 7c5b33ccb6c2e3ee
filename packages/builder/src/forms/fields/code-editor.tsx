import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { redo, undo } from '../../canvas/actions/actions.js'
import { historyStepOf } from '../../canvas/keys/field-history.js'
import { type BotEditor, useBotEditor } from '../../editor/bot-editor.js'
import { complete, type Written } from '../expressions/complete.js'
import { isWantedField } from '../use-wanted-focus.js'
import '../forms.css'

interface CodeEditorProps {
  label: string
  value: string
  written?: Written | undefined
  onChange(value: string): void
}

/** An editor of JavaScript that follows the value that it is given, and completes variables and words of the language. */
export default function CodeEditor({ label, value, written = 'text', onChange }: CodeEditorProps) {
  const botEditor = useBotEditor()
  const { editing, view: editorView, isReadOnly } = botEditor
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const change = useRef(onChange)
  change.current = onChange
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once; later values come in below
  useEffect(() => {
    const listen = EditorView.updateListener.of((update) => {
      if (update.docChanged) change.current(update.state.doc.toString())
    })
    const complete = autocompletion({
      override: [(context) => completionsAt(context, editing.document.variables, written)],
      icons: false,
      activateOnTyping: true,
    })
    const extensions = [
      lineNumbers(),
      drawSelection(),
      javascript(),
      syntaxHighlighting(colours),
      bracketMatching(),
      complete,
      keymap.of(completionKeymap),
      EditorView.domEventHandlers({ keydown: (event) => step(botEditor, event) }),
      look,
      EditorState.readOnly.of(isReadOnly),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label }),
      listen,
    ]
    // Inside a shadow root the editor brings its styles as sheets and not as elements, which the page's policy forbids.
    const root = frame.current!.shadowRoot ?? frame.current!.attachShadow({ mode: 'open' })
    view.current = new EditorView({ parent: root, root, state: EditorState.create({ doc: value, extensions }) })
    if (isWantedField(frame.current!, editorView.get().isFormWanted)) {
      editorView.set({ isFormWanted: false })
      view.current.focus()
    }
    return () => view.current?.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  return <div className="code-editor" ref={frame} />
}

/** Undoes or redoes in the flow: the editor has no history. Returns false for other keys. */
function step(editor: BotEditor, event: KeyboardEvent): boolean {
  const wanted = historyStepOf(event)
  if (wanted === 'undo') undo(editor)
  if (wanted === 'redo') redo(editor)
  return wanted !== undefined
}

/** Variables, and words of the language where the editor holds code and not a text with placeholders. */
function completionsAt(context: CompletionContext, variables: readonly { name: string }[], written: Written) {
  const { state, pos } = context
  const found = complete(state.doc.toString(), pos, variables, written)
  if (!found) return null
  const { from, isBraced, items } = found
  return {
    from,
    filter: false,
    options: items.map(({ kind, label, insert, back }) => ({
      label,
      type: kind,
      apply: (editor: EditorView, _: unknown, start: number, end: number) => {
        const isClosed = isBraced && editor.state.sliceDoc(end, end + 2) === '}}'
        editor.dispatch({
          changes: { from: start, to: isClosed ? end + 2 : end, insert },
          selection: { anchor: start + insert.length - back },
        })
      },
    })),
  }
}

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--logic)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--link)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--input-text)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: 'var(--bubble)' },
  { tag: [tags.comment], color: 'var(--text-faint)', fontStyle: 'italic' },
  { tag: [tags.definition(tags.variableName), tags.propertyName], color: 'var(--text)' },
  { tag: [tags.invalid], color: 'var(--danger)' },
])

const look = EditorView.theme({
  '&': { minHeight: '120px', maxHeight: '420px', fontSize: '12px', borderRadius: '7px', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px' },
  '.cm-content': { caretColor: 'var(--text)', minHeight: '112px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    border: 'none',
    borderRadius: '7px 0 0 7px',
    backgroundColor: 'var(--sunken)',
    color: 'var(--text-faint)',
  },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow-2)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', color: 'var(--text)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--hover)',
    color: 'var(--text)',
  },
})
