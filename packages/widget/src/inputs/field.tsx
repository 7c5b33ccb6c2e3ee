import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useId } from 'preact/hooks'
import { useServices } from '../view/chat-context.js'
import { useInvalidId } from '../view/invalid-reply.js'

interface FieldProps {
  /** Placeholder; also the name of the field if no question is shown above it. */
  label: string
  value: string
  onValue(value: string): void
  onSubmit(): void
  button?: string
  error?: string
  isLong?: boolean
  isBusy?: boolean
  questionId: string
  attributes?: InputHTMLAttributes
  onKeyDown?(event: KeyboardEvent): void
  before?: ComponentChildren
  after?: ComponentChildren
}

/** A field of one or several lines, with its button. */
export function Field(props: FieldProps) {
  const { texts } = useServices()
  const { label, value, onValue, onSubmit, error, isLong, questionId } = props
  const errorId = useId()
  const invalidId = useInvalidId()
  const common = {
    'aria-label': label,
    'aria-labelledby': questionId,
    'aria-describedby': error ? errorId : invalidId,
    'aria-invalid': error || (invalidId && !value) ? true : undefined,
    // Without a text the placeholder follows the direction of the chat.
    dir: (value && 'auto') as 'auto',
    placeholder: label,
    value,
    'data-answer': true,
    onInput: (event: Event) => onValue((event.currentTarget as HTMLInputElement).value),
    onKeyDown: (event: KeyboardEvent) => {
      props.onKeyDown?.(event)
      if (isLong && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
    },
  }
  return (
    <form
      class="field-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div class={`field ${isLong ? 'long' : ''}`} part="field">
        {props.before}
        {isLong ? <textarea {...common} /> : <input enterkeyhint="send" {...common} {...props.attributes} />}
        {props.after}
        <button class="button" part="button" type="submit" disabled={props.isBusy}>
          {props.button || texts.send}
        </button>
      </div>
      <FieldError id={errorId} text={error} />
    </form>
  )
}

/** Error message of a field, announced when it appears. */
export const FieldError = ({ id, text }: { id?: string; text: string | undefined }) => (
  <p id={id} class="error" role="alert">
    {text}
  </p>
)
