import { useId, useState } from 'preact/hooks'
import { useStyles } from '../view/chat-context.js'
import { useInvalidId } from '../view/invalid-reply.js'
import { useTexts } from '../view/use-texts.js'
import styles from './date-input.css?inline'
import { FieldError } from './field.js'
import type { InputProps } from './input-props.js'
import { shownDate } from './shown-date.js'

/** A date, a date with a time, or a range; the browser's own picker supports the visitor's calendar and keyboard best. */
export default function DateInput({ input, reply, questionId }: InputProps<'date input'>) {
  useStyles(styles)
  const texts = useTexts()
  const [start, setStart] = useState('')
  const [end, setEnd] = useState('')
  const [error, setError] = useState<string>()
  const errorId = useId()
  const invalidId = useInvalidId()
  const { hasTime, isRange, labels, min, max, format } = input.options ?? {}
  const submit = () => {
    if (!start || (isRange && !end)) return setError(texts.chooseOne)
    if (isRange && end < start) return setError(texts.dateOrder)
    reply({
      message: { type: 'text', text: isRange ? `${start} to ${end}` : start },
      ...(!format && { label: shownDate(start, isRange ? end : undefined, { hasTime, locale: navigator.language }) }),
    })
  }
  const field = (label: string, isShown: boolean, value: string, onValue: (value: string) => void, least = min) => (
    <label class="date">
      <span class={isShown ? 'date-label' : 'sr'}>{label}</span>
      <span class="date-field" data-empty={value === '' ? texts.date : undefined}>
        <input
          type={hasTime ? 'datetime-local' : 'date'}
          min={bound(least, hasTime)}
          max={bound(max, hasTime)}
          value={value}
          aria-labelledby={isRange ? undefined : questionId}
          aria-describedby={[errorId, invalidId, isRange && questionId].filter(Boolean).join(' ')}
          aria-invalid={error || (invalidId && !value) ? 'true' : undefined}
          onInput={(event) => {
            onValue(event.currentTarget.value)
            setError(undefined)
          }}
        />
      </span>
    </label>
  )
  return (
    <form
      class="field-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div class="field dates" part="field">
        {field(isRange ? labels?.from || texts.from : texts.date, isRange === true, start, setStart)}
        {isRange && field(labels?.to || texts.until, true, end, setEnd, start || min)}
        <button class="button" part="button" type="submit">
          {labels?.button || texts.send}
        </button>
      </div>
      <FieldError id={errorId} text={error} />
    </form>
  )
}

/** A limit in the format of a picker: a date, or a date with minutes. */
export function bound(text: string | undefined, hasTime: boolean | undefined): string | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(text ?? '')
  if (!found) return undefined
  return hasTime ? `${found[1]}T${found[2] ?? '00:00'}` : found[1]
}
