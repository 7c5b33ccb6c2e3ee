import { useId, useState } from 'react'
import type { Choices } from '../../design/choices.js'
import { Field, Switch } from '../../design/field.js'
import { Select } from '../../design/select.js'
import { t } from '../../i18n/i18n.js'
import '../forms.css'

interface FieldProps<T> {
  label: string
  value: T | undefined
  onChange(value: T | undefined): void
  isLabelHidden?: boolean
}

export const SwitchField = ({ label, value, onChange }: FieldProps<boolean>) => (
  <Switch label={label} isOn={value ?? false} onChange={onChange} />
)

interface SelectFieldProps extends FieldProps<string> {
  choices: Choices
  none?: string
}

export const SelectField = ({ value, onChange, choices, none = t('Not set'), ...field }: SelectFieldProps) => (
  <Select
    {...field}
    value={value ?? ''}
    choices={[['', none], ...choices]}
    onChange={(choice) => onChange(choice || undefined)}
  />
)

interface NumberFieldProps extends FieldProps<number> {
  min?: number | undefined
  max?: number | undefined
  placeholder?: string | undefined
}

/** A number within limits. A value outside them is shown as invalid, and is not applied. */
export function NumberField({ label, value, onChange, min, max, placeholder }: NumberFieldProps) {
  const id = useId()
  const [draft, setDraft] = useState<string>()
  const isWrong = draft !== undefined && draft !== '' && !isWithin(Number(draft), min, max)
  const change = (text: string) => {
    setDraft(text)
    if (text === '') onChange(undefined)
    else if (isWithin(Number(text), min, max)) onChange(Number(text))
  }
  return (
    <Field id={id} label={label}>
      <input
        id={id}
        className="text"
        type="number"
        min={min}
        max={max}
        step="any"
        placeholder={placeholder}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        value={draft ?? value ?? ''}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setDraft(undefined)}
      />
      {isWrong && (
        <p className="wrong" id={`${id}-wrong`}>
          {boundsOf(min, max)}
        </p>
      )}
    </Field>
  )
}

const isWithin = (number: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY) =>
  !Number.isNaN(number) && number >= min && number <= max

function boundsOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return t('A number from {min} to {max}', { min, max })
  if (min !== undefined) return t('A number of at least {min}', { min })
  return max === undefined ? t('A number') : t('A number of at most {max}', { max })
}

interface ColourFieldProps extends FieldProps<string> {
  /** Default value. */
  placeholder?: string | undefined
}

/** A color, with the browser's color picker and as text, because a theme may use any CSS color. */
export function ColourField({ label, value, placeholder = t('Not set'), onChange }: ColourFieldProps) {
  const id = useId()
  const shown = [value, placeholder].find((it) => /^#[0-9a-f]{6}$/i.test(it ?? ''))
  return (
    <Field id={id} label={label}>
      <div className="row">
        <input
          className="colour"
          type="color"
          aria-label={t('{label}, from a palette', { label })}
          value={shown ?? '#888888'}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          id={id}
          className="text code"
          placeholder={placeholder}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      </div>
    </Field>
  )
}

/** Several texts, one on each line. */
export function LinesField({ label, value, onChange }: FieldProps<string[]>) {
  const id = useId()
  const change = (text: string) => onChange(text === '' ? undefined : text.split('\n'))
  return (
    <Field id={id} label={label}>
      <textarea
        id={id}
        className="text"
        rows={2}
        value={(value ?? []).join('\n')}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  )
}

interface ChoicesFieldProps {
  label: string
  value: readonly string[]
  choices: Choices
  onChange(value: string[]): void
}

/** A set of checkboxes. The value keeps the order of the choices. */
export const ChoicesField = ({ label, value, choices, onChange }: ChoicesFieldProps) => (
  <fieldset className="part">
    <legend>{label}</legend>
    {choices.map(([choice, name]) => (
      <label key={choice} className="check">
        <input
          type="checkbox"
          checked={value.includes(choice)}
          onChange={({ target }) =>
            onChange(choices.flatMap(([it]) => ((it === choice ? target.checked : value.includes(it)) ? [it] : [])))
          }
        />
        {name}
      </label>
    ))}
  </fieldset>
)
