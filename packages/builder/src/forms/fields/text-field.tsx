import { Braces } from 'lucide-react'
import { type MouseEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Menu, MenuItem } from '../../design/menu.js'
import { addVariable } from '../../document/commands/add-variable.js'
import { useBotEditor, useDocument } from '../../editor/bot-editor.js'
import { useAttributes } from '../../editor/use-attributes.js'
import { t } from '../../i18n/i18n.js'
import type { Written } from '../expressions/complete.js'
import { ExpressionResult } from '../expressions/expression-result.js'
import { type Suggestion, useCompletion } from '../expressions/use-completion.js'
import '../forms.css'

interface TextFieldProps {
  label: string
  value: string
  onChange(value: string): void
  isLong?: boolean
  isCode?: boolean
  placeholder?: string | undefined
  isLabelHidden?: boolean
  /** Complete texts to suggest. */
  suggestions?: readonly Suggestion[]
  /** Syntax of the text; plain text with placeholders by default. */
  written?: Written
  /** Shows the result of the text as soon as it names a variable, and not only if it has inline code. */
  showsResult?: boolean
  /** Pattern that the text has to match; otherwise it is not applied. */
  pattern?: string | undefined
  /** Error message for the current text. */
  problem?: string | undefined
}

/** A text that may name variables. A button inserts one at the cursor. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, isLong, isCode, placeholder, isLabelHidden, pattern } = props
  const { suggestions = noSuggestions, written = 'text', showsResult = false } = props
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(value)
  const isFitting = (text: string) => text === '' || pattern === undefined || new RegExp(pattern).test(text)
  const problem = props.problem ?? (isFitting(draft) ? undefined : t('Invalid format'))
  // The service stores "1." as 1. The typed text stays unchanged while both are the same number.
  useEffect(
    () => setDraft((now) => (now !== '' && value !== '' && Number(now) === Number(value) ? now : value)),
    [value],
  )
  const change = (text: string) => {
    setDraft(text)
    if (isFitting(text)) onChange(text)
  }
  const caret = useRef<number>(undefined)
  const put = (text: string, at: number) => {
    caret.current = at
    change(text)
  }
  // Runs before the next keystroke arrives, which would otherwise go to the wrong place.
  useLayoutEffect(() => {
    const at = caret.current
    if (at === undefined) return
    caret.current = undefined
    field.current?.setSelectionRange(at, at)
  })
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? draft.length
    const before = `${draft.slice(0, at)}{{${name}}}`
    put(`${before}${draft.slice(field.current?.selectionEnd ?? at)}`, before.length)
  }
  const { isReadOnly } = useBotEditor()
  const isComputed =
    written === 'text' && !showsResult ? draft.includes('{{=') && draft.includes('=}}') : draft.includes('{{')
  const variables = useDocument((document) => document.variables)
  const read = () => ({ text: draft, at: field.current?.selectionStart ?? draft.length })
  const completion = useCompletion({ id, variables, written, suggestions, read, put })
  const shared = {
    id,
    ref: field,
    className: isCode ? 'text code' : 'text',
    value: draft,
    placeholder,
    spellCheck: !isCode,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && `${id}-wrong`,
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
      change(target.value)
      completion.look(target.value, target.selectionStart ?? target.value.length)
    },
    onClick: ({ currentTarget: { value: text, selectionStart } }: MouseEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      suggestions.length > 0 && completion.look(text, selectionStart ?? text.length),
    ...completion.field,
  }
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : 'field-label'}>
        {label}
      </label>
      <div className="text-with-menu">
        {isLong ? <textarea {...shared} rows={isCode ? 8 : 3} /> : <input {...shared} />}
        <VariableMenu label={label} field={() => field.current} onChoose={insert} />
        {completion.list}
      </div>
      {isComputed && !isReadOnly && <ExpressionResult text={draft} written={written} />}
      {problem && (
        <p className="wrong" id={`${id}-wrong`}>
          {problem}
        </p>
      )}
    </div>
  )
}

const noSuggestions: readonly Suggestion[] = []

interface VariableMenuProps {
  label: string
  /** Returns the field, which gets the focus back after a variable has been inserted. */
  field(): HTMLElement | null
  onChoose(name: string): void
}

/** A menu that inserts the name of a variable into a text. */
export function VariableMenu({ label, field, onChoose }: VariableMenuProps) {
  const variables = useDocument((document) => document.variables)
  const attributes = useAttributes()
  const { editing, view } = useBotEditor()
  const hasChosen = useRef(false)
  const choose = (name: string) => {
    hasChosen.current = true
    onChoose(name)
  }
  const finalFocus = () => {
    const target = hasChosen.current ? field() : null
    hasChosen.current = false
    return target
  }
  return (
    <Menu
      finalFocus={finalFocus}
      trigger={
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={t('Put a variable into {label}', { label })}
          title={t('Put in a variable')}
        >
          <Braces size={13} />
        </button>
      }
    >
      {variables.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => choose(name)}>
          {name}
        </MenuItem>
      ))}
      {attributes.map((attribute) => (
        <MenuItem
          key={attribute.name}
          onSelect={() => {
            editing.run(t('Add variable'), addVariable(attribute))
            choose(attribute.name)
          }}
        >
          {attribute.name}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => view.set({ panel: 'variables' })}>
        {variables.length === 0 ? t('Make the first variable…') : t('All variables…')}
      </MenuItem>
    </Menu>
  )
}
