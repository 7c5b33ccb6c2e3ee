import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Input } from './preview-chat.js'

interface ReplyFormProps {
  input: Input
  onSend(text: string): Promise<void>
}

/** What a visitor would answer with, in its plainest form. */
export function ReplyForm({ input, onSend }: ReplyFormProps) {
  const choices = choicesOf(input)
  if (choices.length > 0) return <Choices input={input} choices={choices} onSend={onSend} />
  return <Field input={input} onSend={onSend} />
}

function Choices({ input, choices, onSend }: ReplyFormProps & { choices: readonly string[] }) {
  const isMultiple = (input.options as { isMultipleChoice?: boolean } | undefined)?.isMultipleChoice === true
  const [chosen, setChosen] = useState<readonly string[]>([])
  if (!isMultiple) {
    return (
      <div className="reply-choices">
        {choices.map((choice) => (
          <button key={choice} type="button" className="button" onClick={() => onSend(choice)}>
            {choice}
          </button>
        ))}
      </div>
    )
  }
  const toggle = (choice: string) =>
    setChosen(chosen.includes(choice) ? chosen.filter((it) => it !== choice) : [...chosen, choice])
  return (
    <div className="reply-choices">
      {choices.map((choice) => (
        <button
          key={choice}
          type="button"
          className="button"
          aria-pressed={chosen.includes(choice)}
          onClick={() => toggle(choice)}
        >
          {choice}
        </button>
      ))}
      <button
        type="button"
        className="button primary"
        disabled={chosen.length === 0}
        onClick={() => onSend(chosen.join(', '))}
      >
        Send
      </button>
    </div>
  )
}

const fieldTypes: Readonly<Record<string, string>> = {
  'date input': 'date',
  'time input': 'time',
  'number input': 'number',
}

function Field({ input, onSend }: ReplyFormProps) {
  const options = (input.options ?? {}) as { labels?: { placeholder?: string }; isRange?: boolean; hasTime?: boolean }
  const [text, setText] = useState(input.prefilledValue ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void onSend(text)
  }
  const isPlainDate = input.type === 'date input' && (options.isRange || options.hasTime)
  return (
    <form className="reply-form" onSubmit={submit}>
      <input
        className="text"
        type={isPlainDate ? 'text' : (fieldTypes[input.type] ?? 'text')}
        step="any"
        // biome-ignore lint/a11y/noAutofocus: the bot has just asked
        autoFocus
        aria-label={`Answer: ${input.type}`}
        placeholder={options.labels?.placeholder ?? 'Answer'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button primary icon-only" aria-label="Send" disabled={text.trim() === ''}>
        <Send size={15} />
      </button>
    </form>
  )
}

/** The answers that can be pressed; none where something is to be written. */
function choicesOf({ type, items = [], options }: Input): string[] {
  if (type === 'rating input') {
    const { length = 10, startsAt = 1 } = (options ?? {}) as { length?: number; startsAt?: number }
    const first = Number(startsAt) || 0
    return Array.from({ length: Math.max(0, Math.min(length - first + 1, 50)) }, (_, index) => String(first + index))
  }
  const texts = items.flatMap((item) => {
    const { content, title, value, pictureSrc, paths } = item as Record<string, unknown>
    if (Array.isArray(paths) && paths.length > 0) return paths.map((path: { text?: string }) => path.text ?? '')
    return [String(content ?? title ?? value ?? pictureSrc ?? '')]
  })
  return texts.filter((text) => text !== '')
}
