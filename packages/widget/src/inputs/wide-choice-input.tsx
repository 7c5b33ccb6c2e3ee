import { searchable } from '@colloquy/flow/searchable'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { promptOf } from '../conversation/prompt-of.js'
import { safePicture } from '../theme/safe-address.js'
import { useChatState, useStyles } from '../view/chat-context.js'
import { useInvalidId } from '../view/invalid-reply.js'
import { Picture } from '../view/picture.js'
import { useTexts } from '../view/use-texts.js'
import type { InputProps } from './input-props.js'
import { SearchField } from './search-field.js'
import styles from './wide-choice-input.css?inline'

/** Choices with check boxes, a search, or pictures; buttons and pictures differ only in their faces. */
export default function WideChoiceInput({ input, reply, questionId }: WideChoiceProps) {
  useStyles(styles)
  const texts = useTexts()
  const { session } = useChatState()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [search, setSearch] = useState('')
  const { isMultipleChoice, isSearchable, searchInputPlaceholder, buttonLabel } = input.options ?? {}
  const isPictures = promptOf(input) === 'pictures'
  const choices = choicesOf(input)
  const found = choices.filter((choice) => matches(choice, search))
  const isHidden = isSearchable && search === '' && hidesAtFirst(input)
  const layout = session?.bot.theme.chat?.buttonsInput?.layout ?? 'wrap'
  const send = () => {
    const picked = choices.filter(({ id }) => chosen.includes(id))
    const join = (key: 'text' | 'name') => picked.map((choice) => choice[key]).join(', ')
    const metadata = { replyIds: picked.map(({ id }) => id) }
    if (picked.length > 0) reply({ message: { type: 'text', text: join('text'), metadata }, label: join('name') })
  }
  return (
    <form
      class="choice"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {isSearchable && (
        <SearchField
          label={searchInputPlaceholder || texts.filter}
          value={search}
          onValue={setSearch}
          count={isHidden ? undefined : found.length}
        />
      )}
      <Choices
        // The Tab key reaches the first choice of any search result.
        key={search}
        class={isPictures ? 'pictures' : `options ${layout}`}
        areMany={isMultipleChoice === true}
        questionId={questionId}
      >
        {(isHidden ? [] : found).map((choice, index) => {
          const { id, name, only } = choice
          return isMultipleChoice ? (
            <label key={id} class={isPictures ? 'picture' : 'option'} part="button" data-item-id={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={() => setChosen(toggled(chosen, id))}
                aria-label={isPictures ? name || texts.image : undefined}
              />
              <Face choice={choice} />
              <span class="tick" aria-hidden="true" />
            </label>
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: it sends its answer when pressed, which arrow keys must not do
            <button
              key={id}
              type="button"
              role="radio"
              aria-checked="false"
              tabIndex={index && -1}
              class={isPictures ? 'picture' : 'button'}
              part="button"
              data-item-id={id}
              aria-label={isPictures ? described(choice) || texts.image : undefined}
              onClick={() => reply({ message: { type: 'text', text: only, metadata: { replyId: id } }, label: name })}
            >
              <Face choice={choice} />
            </button>
          )
        })}
      </Choices>
      {isMultipleChoice && (
        <button type="submit" class="button" part="button" disabled={chosen.length === 0}>
          {buttonLabel || texts.send}
        </button>
      )}
    </form>
  )
}

interface ChoicesProps {
  class: string
  areMany: boolean
  questionId: string
  children: ComponentChildren
}

/** Each check box is a tab stop; radio buttons share one for the group, and arrow keys move within it. */
function Choices({ class: name, areMany, questionId, children }: ChoicesProps) {
  const invalidId = useInvalidId()
  return areMany ? (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap its items
    <div class={name} role="group" aria-labelledby={questionId} aria-describedby={invalidId}>
      {children}
    </div>
  ) : (
    <div class={name} role="radiogroup" aria-labelledby={questionId} aria-describedby={invalidId}>
      {children}
    </div>
  )
}

export type WideChoiceProps = InputProps<'choice input'> | InputProps<'picture choice input'>

export interface Choice {
  id: string
  /** Text for the visitor; for a picture without a title, its address. */
  name: string
  /** Value sent to the flow when it is one of several, and when it is the only one. */
  text: string
  only: string
  picture?: { source: string | undefined; title: string | undefined; description: string | undefined }
}

export function choicesOf(input: WideChoiceProps['input']): Choice[] {
  if (!isOfPictures(input))
    return input.items.map(({ id, content = '', value }) => {
      const text = value || content
      return { id, name: content, text, only: text }
    })
  return input.items.map(({ id, title, description, pictureSrc, value }) => {
    const name = title || pictureSrc || ''
    const picture = { source: safePicture(pictureSrc), title, description }
    return { id, name, text: value || name, only: value || id, picture }
  })
}

const isOfPictures = (input: WideChoiceProps['input']): input is InputProps<'picture choice input'>['input'] =>
  promptOf(input) === 'pictures'

const hidesAtFirst = (input: WideChoiceProps['input']): boolean =>
  !isOfPictures(input) && input.options?.areInitialSearchButtonsVisible === false

export function Face({ choice: { name, text, picture } }: { choice: Choice }) {
  if (!picture) return <span dir="auto">{name}</span>
  const { source, title, description } = picture
  return (
    <>
      {source && (
        <Picture source={source}>
          {!title && !description && (
            <span class="caption" dir="auto">
              {text}
            </span>
          )}
        </Picture>
      )}
      {(title || description) && (
        <span class="caption" dir="auto">
          {title && <span class="title">{title}</span>}
          {description && <span class="description">{description}</span>}
        </span>
      )}
    </>
  )
}

/** Accessible name of a picture. */
export const described = ({ picture }: Choice): string =>
  [picture?.title, picture?.description].filter(Boolean).join(', ')

const matches = ({ name, picture }: Choice, search: string): boolean =>
  searchable(`${name}\n${picture?.description ?? ''}`).includes(searchable(search.trim()))

const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
