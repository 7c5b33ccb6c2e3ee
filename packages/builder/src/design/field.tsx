import { Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { t } from '../i18n/i18n.js'

interface FieldProps {
  label: string
  hint?: ReactNode
  isLabelHidden?: boolean | undefined
}

interface InputProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string
  onChange(value: string): void
}

/** A text field with its label and, below it, a hint. */
export function Input({ label, hint, isLabelHidden, onChange, className, ...input }: InputProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} isLabelHidden={isLabelHidden}>
      <input
        id={id}
        className={className ?? 'text'}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.value)}
        {...input}
      />
    </Field>
  )
}

interface PasswordProps extends FieldProps {
  value: string
  onChange(value: string): void
  autoComplete: 'current-password' | 'new-password' | 'off'
  isInvalid?: boolean
  /** The form cannot be submitted without it, and the browser says why. */
  required?: boolean
  minLength?: number
  /** A dialog focuses it instead of its first field. */
  'data-initial-focus'?: ''
}

/** A secret, which can be shown while it is typed. */
export function PasswordInput({ label, hint, value, onChange, isInvalid, ...input }: PasswordProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field id={id} label={label} hint={hint}>
      <div className="secret">
        <input
          id={id}
          className="text"
          type={isShown ? 'text' : 'password'}
          {...input}
          spellCheck={false}
          value={value}
          aria-invalid={isInvalid}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={isShown ? t('Hide: {label}', { label }) : t('Show: {label}', { label })}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={14} />
        </button>
      </div>
    </Field>
  )
}

interface SwitchProps {
  label: ReactNode
  isOn: boolean
  onChange(isOn: boolean): void
}

/** A switch with its label. */
export const Switch = ({ label, isOn, onChange }: SwitchProps) => (
  <label className="switch">
    <span>{label}</span>
    <input
      type="checkbox"
      role="switch"
      checked={isOn}
      aria-checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
)

interface LabelledProps extends FieldProps {
  /** Id of the labeled control, which is described by `<id>-hint`. */
  id: string
  children: ReactNode
}

/** Layout of a form control: label, control and hint. */
export const Field = ({ id, label, hint, isLabelHidden = false, children }: LabelledProps) => (
  <div className="field">
    <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
      {label}
    </label>
    {children}
    {hint && (
      <span id={`${id}-hint`} className="faint">
        {hint}
      </span>
    )}
  </div>
)
