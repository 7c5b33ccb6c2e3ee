import { useEffect, useRef, useState } from 'preact/hooks'
import { FieldError } from '../inputs/field.js'
import { filled } from '../texts/filled.js'
import { ratingEnglish } from '../texts/rating-en.js'
import { useServices, useStyles } from '../view/chat-context.js'
import { useTexts } from '../view/use-texts.js'
import styles from './rating-view.css?inline'

const best = 5

/** Asks for a rating of a conversation that a person has resolved, if the visitor has not given one. */
export default function RatingView() {
  useStyles(styles)
  const { connection, conversation } = useServices()
  const texts = { ...ratingEnglish, ...useTexts() } as ReturnType<typeof useTexts> & typeof ratingEnglish
  const path = `/v1/sessions/${conversation.state.session?.sessionId}/rating`
  const [step, setStep] = useState<'unknown' | 'asked' | 'sent'>('unknown')
  const [rating, setRating] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const comment = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    fetch(`${connection.host}/api${path}`, { headers: connection.headers })
      .then((response) => response.json())
      .then(({ mayRate }) => mayRate && setStep('asked'))
      .catch(() => {})
  }, [])
  const send = async (event: Event) => {
    event.preventDefault()
    const body = { rating, comment: comment.current?.value }
    setHasFailed(false)
    const { ok, status } = await connection.post(path, body).catch(() => ({ ok: false, status: 0 }))
    if (ok) setStep('sent')
    // It has a rating already, or is open again.
    else if (status === 409) setStep('unknown')
    else setHasFailed(true)
  }
  if (step === 'sent') return <p class="note">{texts.rated}</p>
  if (step === 'unknown') return null
  return (
    <form class="rated" onSubmit={send}>
      <span class="note">{texts.rateConversation}</span>
      <fieldset class="stars" aria-label={texts.rateConversation}>
        {Array.from({ length: best }, (_, index) => index + 1).map((value) => (
          <button
            key={value}
            class="plain"
            type="button"
            aria-pressed={rating === value}
            aria-label={filled(texts.rate, { value, max: best })}
            onClick={() => setRating(value)}
          >
            {value <= rating ? '★' : '☆'}
          </button>
        ))}
      </fieldset>
      {rating > 0 && (
        <>
          <div class="field">
            <textarea
              ref={comment}
              maxLength={2_000}
              rows={2}
              placeholder={texts.ratingComment}
              aria-label={texts.ratingComment}
            />
          </div>
          <FieldError text={hasFailed ? texts.ratingFailed : undefined} />
          <button class="button" type="submit">
            {hasFailed ? texts.retry : texts.send}
          </button>
        </>
      )}
    </form>
  )
}
