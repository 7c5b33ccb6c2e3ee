import { blockRegistry } from '@colloquy/blocks'
import { type AnswerKind, richTextToPlainText } from '@colloquy/engine'
import { type Flow, resultColumns } from '@colloquy/flow'

/** An input of a flow. */
export interface Question {
  blockId: string
  groupId: string
  /** Heading of its column in the results. */
  label: string
  /** Last text of its group before the input; null if there is none. */
  text: string | null
  answerKind: AnswerKind
}

/** Returns the inputs of a flow in its order. */
export function questionsOf({ groups, variables }: Pick<Flow, 'groups' | 'variables'>): Question[] {
  const labels = new Map(
    resultColumns(groups, variables).flatMap(({ source, label }) =>
      'blockId' in source ? [[source.blockId, label] as const] : [],
    ),
  )
  return groups.flatMap((group) => {
    let text: string | null = null
    return group.blocks.flatMap((block): Question[] => {
      text = textOf(block) ?? text
      const label = labels.get(block.id)
      if (label === undefined) return []
      const answerKind = blockRegistry.get(block.type)?.answerKind?.(block as never) ?? { kind: 'texts' }
      const question = { blockId: block.id, groupId: group.id, label, text, answerKind }
      text = null
      return [question]
    })
  })
}

/** Returns the shortened text of a text bubble; undefined for other blocks and for empty bubbles. */
function textOf(block: object): string | undefined {
  const { richText } = (block as { content?: { richText?: unknown } }).content ?? {}
  if (!Array.isArray(richText)) return undefined
  const text = richTextToPlainText(richText).replace(/\s+/g, ' ').trim()
  return text === '' ? undefined : text.length > max ? `${text.slice(0, max)}…` : text
}

const max = 300
