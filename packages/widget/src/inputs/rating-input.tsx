import { useId, useState } from 'preact/hooks'
import { useStyles } from '../view/chat-context.js'
import { filled } from '../words/filled.js'
import { useAllWords } from '../words/use-all-words.js'
import type { InputProps } from './input-props.js'
import styles from './rating-input.css?inline'
import { SvgIcon } from './svg-icon.js'

export const star =
  '<svg viewBox="0 0 24 24"><path d="M12 2.8l2.8 5.9 6.4.8-4.7 4.4 1.2 6.4L12 17.2l-5.7 3.1 1.2-6.4L2.8 9.5l6.4-.8z"/></svg>'

/** A row of numbers or icons; a radio group to those who cannot see it. */
export default function RatingInput({ input, reply, prefilled, questionId }: InputProps<'rating input'>) {
  useStyles(styles)
  const words = useAllWords()
  const name = useId()
  const { buttonType, length = 10, startsAt, labels, customIcon, isOneClickSubmitEnabled } = input.options ?? {}
  const isIcons = buttonType === 'Icons'
  const first = isIcons ? 1 : Number(startsAt ?? 0) || 0
  const values = Array.from({ length: Math.max(0, Math.min(length - first + 1, 101)) }, (_, index) => first + index)
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
        <div class={`rates ${isIcons ? 'icons' : ''}`} role="radiogroup" aria-labelledby={questionId}>
          {values.map((value) => (
            <label key={value} class={`rate ${isIcons && chosen !== undefined && value <= chosen ? 'lit' : ''}`}>
              <input
                type="radio"
                name={name}
                checked={chosen === value}
                aria-label={filled(words.rate, { value, most: length })}
                onChange={() => setChosen(value)}
                // Arrow keys click as well, without a count: they look around, they do not answer.
                onClick={(event) => isOneClickSubmitEnabled && event.detail > 0 && send(value)}
                onKeyDown={(event) => event.key === 'Enter' && chosen === value && send(value)}
              />
              <span class={isIcons ? 'icon' : 'number'} part={isIcons ? undefined : 'button'} aria-hidden="true">
                {isIcons ? <SvgIcon text={(customIcon?.isEnabled && customIcon.svg) || star} /> : value}
              </span>
            </label>
          ))}
        </div>
        {(labels?.left || labels?.right) && (
          <div class="ends">
            <span>{labels.left}</span>
            <span>{labels.right}</span>
          </div>
        )}
      </div>
      {(!isOneClickSubmitEnabled || chosen !== undefined) && (
        <button class="button" part="button" type="submit" disabled={chosen === undefined}>
          {labels?.button || words.send}
        </button>
      )}
    </form>
  )
}
