import { useId, useState } from 'preact/hooks'
import { filled } from '../words/load-words.js'
import { useChatState, useServices } from '../view/chat-context.js'
import type { InputProps } from './input-views.js'
import { moveFocus } from './move-focus.js'

/** Buttons: one answers at once, several are ticked and sent together. */
export function ChoiceInput({ input, reply, questionId }: InputProps<'choice input'>) {
  const { words } = useServices()
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

interface SearchFieldProps {
  label: string
  value: string
  onValue(value: string): void
  /** How many are left, read out while typing. */
  count: number | undefined
}

export function SearchField({ label, value, onValue, count }: SearchFieldProps) {
  const { words } = useServices()
  const id = useId()
  return (
    <div class="field" part="field">
      <input
        type="search"
        id={id}
        aria-label={label}
        placeholder={label}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <span class="sr" role="status">
        {value !== '' && count !== undefined ? filled(words.found, { count }) : ''}
      </span>
    </div>
  )
}

export const matches = (text: string | undefined, search: string): boolean =>
  (text ?? '').toLowerCase().includes(search.trim().toLowerCase())

export const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
