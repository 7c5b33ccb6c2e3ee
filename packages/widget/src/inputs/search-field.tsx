import { useId } from 'preact/hooks'
import { filled } from '../texts/filled.js'
import { useTexts } from '../view/use-texts.js'

interface SearchFieldProps {
  label: string
  value: string
  onValue(value: string): void
  /** Number of matches, announced while typing. */
  count: number | undefined
}

export function SearchField({ label, value, onValue, count }: SearchFieldProps) {
  const texts = useTexts()
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
        {value !== '' && count !== undefined ? filled(texts.found, { count }) : ''}
      </span>
    </div>
  )
}
