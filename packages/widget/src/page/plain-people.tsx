import type { PagePeople } from '@colloquy/chat'
import { personInput } from '../conversation/after-answer.js'
import { FieldError } from '../inputs/field.js'
import ratingStyles from '../inputs/rating-input.css?inline'
import { filled } from '../texts/filled.js'
import { useStyles } from '../view/chat-context.js'
import { pageTexts } from './page-texts.js'
import { PlainForm, usePlain } from './plain-form.js'
import { PlainInput } from './plain-inputs.js'

interface PlainPeopleProps {
  people: PagePeople
  heldBy: NonNullable<PagePeople['heldBy']>
}

/** Says who speaks in place of the bot, shows new messages without losing what is being written, and takes what the visitor writes. */
export function PlainPeople({ people: { isResolved, mayRate, newsUrl }, heldBy: { by, name } }: PlainPeopleProps) {
  const { texts, form, language } = usePlain()
  const speaking = name ? filled(texts.talkingTo, { name }) : texts.talkingToPerson
  return (
    <>
      <p class="note">{isResolved ? texts.resolved : by === 'queue' ? texts.waitingForPerson : speaking}</p>
      {mayRate && <PlainRate />}
      <iframe class="people-news" src={newsUrl} title={pageTexts(language).newMessages} />
      <div class="composer" part="input">
        <PlainInput input={personInput as never} prefilled={form.typed ?? ''} />
      </div>
    </>
  )
}

const rates = [1, 2, 3, 4, 5]

function PlainRate() {
  useStyles(ratingStyles)
  const {
    texts,
    form: { unsentRating },
  } = usePlain()
  return (
    <PlainForm class="rating">
      <span class="note">{texts.rateConversation}</span>
      <div class="rates row" role="radiogroup" aria-label={texts.rateConversation}>
        {rates.map((value) => (
          <label key={value} class="rate">
            <input
              type="radio"
              name="rating"
              value={String(value)}
              required
              checked={value === unsentRating?.rating}
              aria-label={filled(texts.rate, { value, max: rates.length })}
            />
            <span class="number">{value}</span>
          </label>
        ))}
      </div>
      <div class="field long">
        <textarea
          name="comment"
          maxLength={2_000}
          defaultValue={unsentRating?.comment}
          placeholder={texts.ratingComment}
          aria-label={texts.ratingComment}
        />
      </div>
      <FieldError text={unsentRating && texts.ratingFailed} />
      <button class="button quiet" type="submit">
        {unsentRating ? texts.retry : texts.send}
      </button>
    </PlainForm>
  )
}
