import cardStyles from '../inputs/cards-input.css?inline'
import optionStyles from '../inputs/options.css?inline'
import pictureStyles from '../inputs/picture-choice-input.css?inline'
import { nameOf, PictureFace } from '../inputs/picture-choice-input.js'
import { safeSource } from '../theme/safe-address.js'
import { useChatState, useStyles } from '../view/chat-context.js'
import { PlainForm, type PlainInputProps, usePlain, useTies } from './plain-form.js'

/** Buttons that each send an answer, or boxes to tick and send together. What can be searched is all there to be found. */
export function PlainChoice({ input }: PlainInputProps<'choice input'>) {
  const { words, questionId } = usePlain()
  const { autofocus, 'aria-describedby': describedBy } = useTies()
  const { session } = useChatState()
  const isMultiple = input.options?.isMultipleChoice === true
  useStyles(optionStyles)
  const layout = session?.bot.theme.chat?.buttonsInput?.layout ?? 'wrap'
  return (
    <PlainForm class={isMultiple ? 'choice' : undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame */}
      <div class={`options ${layout}`} role="group" aria-labelledby={questionId} aria-describedby={describedBy}>
        {input.items.map(({ id, content }, index) =>
          isMultiple ? (
            <label key={id} class="option" part="button" data-item-id={id}>
              <input type="checkbox" name="choice" value={id} autofocus={index === 0 ? autofocus : undefined} />
              <span class="tick" aria-hidden="true" />
              <span dir="auto">{content}</span>
            </label>
          ) : (
            <button
              key={id}
              type="submit"
              name="choice"
              value={id}
              class="button"
              part="button"
              data-item-id={id}
              dir="auto"
              autofocus={index === 0 ? autofocus : undefined}
            >
              {content}
            </button>
          ),
        )}
      </div>
      {isMultiple && (
        <button type="submit" class="button" part="button">
          {input.options?.buttonLabel || words.send}
        </button>
      )}
    </PlainForm>
  )
}

export function PlainPictures({ input }: PlainInputProps<'picture choice input'>) {
  useStyles(optionStyles + pictureStyles)
  const { words, questionId } = usePlain()
  const { autofocus, 'aria-describedby': describedBy } = useTies()
  const { isMultipleChoice, buttonLabel } = input.options ?? {}
  return (
    <PlainForm class="choice">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap its items */}
      <div class="pictures" role="group" aria-labelledby={questionId} aria-describedby={describedBy}>
        {input.items.map((item, index) =>
          isMultipleChoice ? (
            <label key={item.id} class="picture" part="button" data-item-id={item.id}>
              <input
                type="checkbox"
                name="choice"
                value={item.id}
                autofocus={index === 0 ? autofocus : undefined}
                aria-label={nameOf(item) || words.image}
              />
              <PictureFace item={item} />
              <span class="tick" aria-hidden="true" />
            </label>
          ) : (
            <button
              key={item.id}
              type="submit"
              name="choice"
              value={item.id}
              class="picture"
              part="button"
              data-item-id={item.id}
              autofocus={index === 0 ? autofocus : undefined}
              aria-label={[item.title, item.description].filter(Boolean).join(', ') || words.image}
            >
              <PictureFace item={item} />
            </button>
          ),
        )}
      </div>
      {isMultipleChoice && (
        <button type="submit" class="button" part="button">
          {buttonLabel || words.send}
        </button>
      )}
    </PlainForm>
  )
}

export function PlainCards({ input }: PlainInputProps<'cards'>) {
  useStyles(cardStyles)
  const { words, questionId } = usePlain()
  const { 'aria-describedby': describedBy } = useTies()
  return (
    <PlainForm>
      {/* biome-ignore lint/a11y/useSemanticElements: a list of groups, named by the question */}
      <div class="cards" role="group" aria-labelledby={questionId} aria-describedby={describedBy}>
        {input.items.map((card, index) => {
          const source = safeSource(card.imageUrl)
          const titleId = `card-${index}`
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
            <div class="card" key={titleId} role="group" aria-labelledby={card.title ? titleId : undefined}>
              {source && <img src={source} alt="" />}
              <div class="card-text" dir="auto">
                {card.title && (
                  <p id={titleId} class="title">
                    {card.title}
                  </p>
                )}
                {card.description && <p class="description">{card.description}</p>}
              </div>
              <div class="card-paths">
                {(card.paths ?? []).map(({ id, text }) => (
                  <button
                    key={id}
                    type="submit"
                    name="choice"
                    value={id}
                    class="button"
                    part="button"
                    data-item-id={id}
                    aria-label={[text || words.select, card.title].filter(Boolean).join(', ')}
                  >
                    {text || words.select}
                  </button>
                ))}
              </div>
            </div>
          )
        })}
      </div>
    </PlainForm>
  )
}
