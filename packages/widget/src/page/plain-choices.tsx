import { promptOf } from '../conversation/prompt-of.js'
import cardStyles from '../inputs/cards-input.css?inline'
import { CardFace } from '../inputs/cards-input.js'
import choiceStyles from '../inputs/wide-choice-input.css?inline'
import { choicesOf, described, Face } from '../inputs/wide-choice-input.js'
import { useChatState, useStyles } from '../view/chat-context.js'
import { PlainForm, type PlainInputProps, usePlain, useTies } from './plain-form.js'

/** Choices that each send an answer, or check boxes that are sent together. Searchable choices are all shown. */
export function PlainChoice({ input }: PlainInputProps<'choice input'> | PlainInputProps<'picture choice input'>) {
  useStyles(choiceStyles)
  const { texts, questionId } = usePlain()
  const { autofocus, 'aria-describedby': describedBy } = useTies()
  const { session } = useChatState()
  const { isMultipleChoice, buttonLabel } = input.options ?? {}
  const isPictures = promptOf(input) === 'pictures'
  const layout = session?.bot.theme.chat?.buttonsInput?.layout ?? 'wrap'
  return (
    <PlainForm class={isPictures || isMultipleChoice ? 'choice' : undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would render its own frame */}
      <div
        class={isPictures ? 'pictures' : `options ${layout}`}
        role="group"
        aria-labelledby={questionId}
        aria-describedby={describedBy}
      >
        {choicesOf(input).map((choice, index) =>
          isMultipleChoice ? (
            <label key={choice.id} class={isPictures ? 'picture' : 'option'} part="button" data-item-id={choice.id}>
              <input
                type="checkbox"
                name="choice"
                value={choice.id}
                autofocus={index === 0 ? autofocus : undefined}
                aria-label={isPictures ? choice.name || texts.image : undefined}
              />
              <Face choice={choice} />
              <span class="tick" aria-hidden="true" />
            </label>
          ) : (
            <button
              key={choice.id}
              type="submit"
              name="choice"
              value={choice.id}
              class={isPictures ? 'picture' : 'button'}
              part="button"
              data-item-id={choice.id}
              autofocus={index === 0 ? autofocus : undefined}
              aria-label={isPictures ? described(choice) || texts.image : undefined}
            >
              <Face choice={choice} />
            </button>
          ),
        )}
      </div>
      {isMultipleChoice && (
        <button type="submit" class="button" part="button">
          {buttonLabel || texts.send}
        </button>
      )}
    </PlainForm>
  )
}

export function PlainCards({ input }: PlainInputProps<'cards'>) {
  useStyles(cardStyles)
  const { texts, questionId } = usePlain()
  const { 'aria-describedby': describedBy } = useTies()
  return (
    <PlainForm>
      {/* biome-ignore lint/a11y/useSemanticElements: a list of groups, named by the question */}
      <div class="cards" role="group" aria-labelledby={questionId} aria-describedby={describedBy}>
        {input.items.map((card, index) => {
          const titleId = `card-${index}`
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would render its own frame
            <div class="card" key={titleId} role="group" aria-labelledby={card.title ? titleId : undefined}>
              <CardFace card={card} titleId={titleId} />
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
                    aria-label={[text || texts.select, card.title].filter(Boolean).join(', ')}
                  >
                    {text || texts.select}
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
