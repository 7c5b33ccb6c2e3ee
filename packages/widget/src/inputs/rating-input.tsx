import { useId, useState } from 'preact/hooks'
import { filled } from '../texts/filled.js'
import { useStyles } from '../view/chat-context.js'
import { useInvalidId } from '../view/invalid-reply.js'
import { useTexts } from '../view/use-texts.js'
import type { InputProps } from './input-props.js'
import styles from './rating-input.css?inline'
import { RateEnds, RateFace, ratesOf, scaleClass } from './rating-parts.js'

/** A row of numbers or icons; a radio group for screen readers. */
export default function RatingInput({ input, reply, prefilled, questionId }: InputProps<'rating input'>) {
  useStyles(styles)
  const texts = useTexts()
  const name = useId()
  const invalidId = useInvalidId()
  const { labels, isOneClickSubmitEnabled } = input.options ?? {}
  const { isIcons, values, max } = ratesOf(input)
  const [chosen, setChosen] = useState<number | undefined>(() => values.find((value) => String(value) === prefilled))
  const send = (value = chosen) => {
    if (value !== undefined) reply({ message: { type: 'text', text: String(value) } })
  }
  return (
    <form
      class="rating"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div class="scale">
        <div class={scaleClass(input)} role="radiogroup" aria-labelledby={questionId} aria-describedby={invalidId}>
          {values.map((value) => (
            <label key={value} class={`rate ${isIcons && chosen !== undefined && value <= chosen ? 'lit' : ''}`}>
              <input
                type="radio"
                name={name}
                checked={chosen === value}
                aria-label={filled(texts.rate, { value, max })}
                onChange={() => setChosen(value)}
                // Arrow keys also cause clicks, but without a click count: they move the selection without answering.
                onClick={(event) => isOneClickSubmitEnabled && event.detail > 0 && send(value)}
                onKeyDown={(event) => event.key === 'Enter' && chosen === value && send(value)}
              />
              <RateFace input={input} value={value} />
            </label>
          ))}
        </div>
        <RateEnds input={input} />
      </div>
      {(!isOneClickSubmitEnabled || chosen !== undefined) && (
        <button class="button" part="button" type="submit" disabled={chosen === undefined}>
          {labels?.button || texts.send}
        </button>
      )}
    </form>
  )
}
