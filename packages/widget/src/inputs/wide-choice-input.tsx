import { useState } from 'preact/hooks'
import { useChatState, useStyles } from '../view/chat-context.js'
import { useAllWords } from '../words/use-all-words.js'
import type { InputProps } from './input-props.js'
import { moveFocus } from './move-focus.js'
import styles from './options.css?inline'
import { matches, SearchField, toggled } from './search-field.js'

/** Choices to tick and send together, or to search. */
export default function WideChoiceInput({ input, reply, questionId }: InputProps<'choice input'>) {
  useStyles(styles)
  const words = useAllWords()
  const { session } = useChatState()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [search, setSearch] = useState('')
  const { isMultipleChoice, isSearchable, searchInputPlaceholder, areInitialSearchButtonsVisible } = input.options ?? {}
  const found = input.items.filter((item) => matches(item.content, search))
  const isHidden = isSearchable && areInitialSearchButtonsVisible === false && search === ''
  const shown = isHidden ? [] : found
  const layout = session?.bot.theme.chat?.buttonsInput?.layout ?? 'wrap'
  const send = () => {
    const items = input.items.filter((item) => chosen.includes(item.id))
    const text = items.map((item) => item.value || item.content || '').join(', ')
    if (items.length > 0)
      reply({ message: { type: 'text', text }, label: items.map((item) => item.content ?? '').join(', ') })
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
          count={isHidden ? undefined : found.length}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap its items */}
      <div class={`options ${layout}`} role="group" aria-labelledby={questionId} onKeyDown={moveFocus}>
        {shown.map((item) =>
          isMultipleChoice ? (
            <label key={item.id} class="option" part="button" data-item-id={item.id}>
              <input
                type="checkbox"
                checked={chosen.includes(item.id)}
                onChange={() => setChosen(toggled(chosen, item.id))}
              />
              <span class="tick" aria-hidden="true" />
              <span dir="auto">{item.content}</span>
            </label>
          ) : (
            <button
              key={item.id}
              type="button"
              class="button"
              part="button"
              data-item-id={item.id}
              dir="auto"
              onClick={() =>
                reply({
                  message: { type: 'text', text: item.value || item.content || '', metadata: { replyId: item.id } },
                  label: item.content,
                })
              }
            >
              {item.content}
            </button>
          ),
        )}
      </div>
      {isMultipleChoice && (
        <button type="submit" class="button" part="button" disabled={chosen.length === 0}>
          {input.options?.buttonLabel || words.send}
        </button>
      )}
    </form>
  )
}
