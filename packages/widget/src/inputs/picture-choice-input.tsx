import { useState } from 'preact/hooks'
import { safeSource } from '../theme/safe-address.js'
import { useStyles } from '../view/chat-context.js'
import { useAllWords } from '../words/use-all-words.js'
import type { InputProps } from './input-props.js'
import { moveFocus } from './move-focus.js'
import optionStyles from './options.css?inline'
import pictureStyles from './picture-choice-input.css?inline'
import { matches, SearchField, toggled } from './search-field.js'

const styles = optionStyles + pictureStyles

type Picture = InputProps<'picture choice input'>['input']['items'][number]

export default function PictureChoiceInput({ input, reply, questionId }: InputProps<'picture choice input'>) {
  useStyles(styles)
  const words = useAllWords()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [search, setSearch] = useState('')
  const { isMultipleChoice, isSearchable, buttonLabel, searchInputPlaceholder } = input.options ?? {}
  const found = input.items.filter((item) => matches(item.title, search) || matches(item.description, search))
  const send = () => {
    const items = input.items.filter((item) => chosen.includes(item.id))
    const text = items.map((item) => item.value || item.title || item.pictureSrc || '').join(', ')
    if (items.length > 0) reply({ message: { type: 'text', text }, label: items.map(nameOf).join(', ') })
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
          label={searchInputPlaceholder || words.filter}
          value={search}
          onValue={setSearch}
          count={found.length}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap its items */}
      <div class="pictures" role="group" aria-labelledby={questionId} onKeyDown={moveFocus}>
        {found.map((item) =>
          isMultipleChoice ? (
            <label key={item.id} class="picture" part="button" data-item-id={item.id}>
              <input
                type="checkbox"
                checked={chosen.includes(item.id)}
                onChange={() => setChosen(toggled(chosen, item.id))}
                aria-label={nameOf(item) || words.image}
              />
              <PictureFace item={item} />
              <span class="tick" aria-hidden="true" />
            </label>
          ) : (
            <button
              key={item.id}
              type="button"
              class="picture"
              part="button"
              data-item-id={item.id}
              aria-label={[item.title, item.description].filter(Boolean).join(', ') || words.image}
              onClick={() =>
                reply({
                  message: { type: 'text', text: item.value || item.id, metadata: { replyId: item.id } },
                  label: nameOf(item),
                })
              }
            >
              <PictureFace item={item} />
            </button>
          ),
        )}
      </div>
      {isMultipleChoice && (
        <button type="submit" class="button" part="button" disabled={chosen.length === 0}>
          {buttonLabel || words.send}
        </button>
      )}
    </form>
  )
}

export function PictureFace({ item }: { item: Picture }) {
  const source = safeSource(item.pictureSrc)
  return (
    <>
      {source && <img src={source} alt="" />}
      {(item.title || item.description) && (
        <span class="caption" dir="auto">
          {item.title && <span class="title">{item.title}</span>}
          {item.description && <span class="description">{item.description}</span>}
        </span>
      )}
    </>
  )
}

export const nameOf = (item: Picture): string => item.title || item.pictureSrc || ''
