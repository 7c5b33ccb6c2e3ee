import { Braces } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useDocument, useStudio } from '../../bot/studio.js'
import { Menu, MenuItem } from '../../design/menu.js'

interface TextFieldProps {
  label: string
  value: string
  onChange(value: string): void
  isLong?: boolean
  isCode?: boolean
  placeholder?: string
  isLabelHidden?: boolean
}

/** A text that may name variables; a button puts them in where the cursor is. */
export function TextField({ label, value, onChange, isLong, isCode, placeholder, isLabelHidden }: TextFieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(value)
  // The service writes "1." as 1: what is being typed stays as it is while both mean the same.
  useEffect(
    () => setDraft((now) => (now !== '' && value !== '' && Number(now) === Number(value) ? now : value)),
    [value],
  )
  const change = (text: string) => {
    setDraft(text)
    onChange(text)
  }
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? draft.length
    change(`${draft.slice(0, at)}{{${name}}}${draft.slice(field.current?.selectionEnd ?? at)}`)
  }
  const props = {
    id,
    ref: field,
    className: isCode ? 'text code' : 'text',
    value: draft,
    placeholder,
    spellCheck: !isCode,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  }
  return (
    <div className="field">
      <div className="row field-head" data-hidden={isLabelHidden}>
        <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : 'field-label grow'}>
          {label}
        </label>
        {!isLabelHidden && <VariableMenu label={label} onChoose={insert} />}
      </div>
      {isLong ? <textarea {...props} rows={isCode ? 8 : 3} /> : <input {...props} />}
    </div>
  )
}

/** Puts the name of a variable into a text. */
export function VariableMenu({ label, onChoose }: { label: string; onChoose(name: string): void }) {
  const variables = useDocument((document) => document.variables)
  const { view } = useStudio()
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={`Put a variable into ${label}`}
          title="Put in a variable"
        >
          <Braces size={13} />
        </button>
      }
    >
      {variables.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onChoose(name)}>
          {name}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => view.set({ panel: 'variables' })}>
        {variables.length === 0 ? 'Make the first variable…' : 'All variables…'}
      </MenuItem>
    </Menu>
  )
}
