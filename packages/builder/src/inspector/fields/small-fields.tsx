import { useId } from 'react'

interface FieldProps<T> {
  label: string
  value: T | undefined
  onChange(value: T | undefined): void
  isLabelHidden?: boolean
}

export const SwitchField = ({ label, value, onChange }: FieldProps<boolean>) => (
  <label className="switch">
    <span>{label}</span>
    <input
      type="checkbox"
      role="switch"
      checked={value ?? false}
      aria-checked={value ?? false}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
)

interface SelectFieldProps extends FieldProps<string> {
  choices: readonly (readonly [value: string, label: string])[]
  none?: string
}

export function SelectField({ label, value, onChange, choices, none = 'Not set', isLabelHidden }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <select
        id={id}
        className="text"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{none}</option>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

interface NumberFieldProps extends FieldProps<number> {
  min?: number | undefined
  max?: number | undefined
}

export function NumberField({ label, value, onChange, min, max }: NumberFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="text"
        type="number"
        min={min}
        max={max}
        step="any"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
      />
    </div>
  )
}

/** A colour as the browser's picker and as text, since a theme may name any colour of CSS. */
export function ColourField({ label, value, onChange }: FieldProps<string>) {
  const id = useId()
  const isHex = /^#[0-9a-f]{6}$/i.test(value ?? '')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="row">
        <input
          className="colour"
          type="color"
          aria-label={`${label}, from a palette`}
          value={isHex ? value : '#888888'}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          id={id}
          className="text code"
          placeholder="Not set"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      </div>
    </div>
  )
}

/** Texts, one a line. */
export function LinesField({ label, value, onChange }: FieldProps<string[]>) {
  const id = useId()
  const change = (text: string) => onChange(text === '' ? undefined : text.split('\n'))
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="text"
        rows={2}
        value={(value ?? []).join('\n')}
        onChange={(event) => change(event.target.value)}
      />
    </div>
  )
}
