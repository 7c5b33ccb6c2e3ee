import type { Input } from '@colloquy/chat'
import { promptOf } from '@colloquy/flow'

/** Something to pick: the text that is shown, and the reply that is sent when it is picked. */
export interface Choice {
  label: string
  reply: string
}

/** The choices of an input in order; empty when the input expects text instead. */
export function choicesOf(input: Input): Choice[] {
  const items = (input.items ?? []) as Item[]
  switch (promptOf(input)) {
    case 'choice':
      return items.flatMap(({ content }) => choice(content))
    case 'pictures':
      return items.flatMap(({ title, pictureSrc }) => choice(title ?? pictureSrc))
    case 'cards':
      return items.flatMap(({ title, paths }) =>
        paths?.length
          ? paths.map((path) => ({ label: `${title ?? ''}: ${path.text ?? ''}`, reply: path.id }))
          : choice(title),
      )
    case 'scale':
      return ratingsOf(input.options ?? {})
    default:
      return []
  }
}

/** Reads a typed line as a choice: a number picks by position (except in a rating, where it is the answer itself). */
export function pickByLine(input: Input, choices: Choice[], line: string): string {
  if (promptOf(input) === 'scale' || !/^\d+$/.test(line)) return line
  return choices[Number(line) - 1]?.reply ?? line
}

export const isMultiple = (input: Input): boolean => input.options?.isMultipleChoice === true

interface Item {
  content?: string
  title?: string
  pictureSrc?: string
  paths?: { id: string; text?: string }[]
}

const choice = (text: string | undefined): Choice[] => (text ? [{ label: text, reply: text }] : [])

const mostRatings = 100

function ratingsOf(options: Record<string, unknown>): Choice[] {
  const length = Number(options.length ?? 10)
  const first = options.buttonType === 'Icons' ? 1 : Number(options.startsAt ?? 0)
  if (!(length - first < mostRatings)) return []
  return Array.from({ length: Math.max(0, length - first + 1) }, (_, index) => {
    const text = String(first + index)
    return { label: text, reply: text }
  })
}
