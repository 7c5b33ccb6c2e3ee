import { plainText } from './blocks/plain-text.js'
import { definitionOfPrompt } from './blocks/prompts.js'
import { definitionOf } from './blocks/registry.js'
import type { Block } from './blocks-schema/block.js'
import type { Flow } from './flow-schema.js'
import { itemsOf } from './items.js'

/**
 * The first things that a visitor sees: the last bubbles before the first question, and how it is answered. Texts are cut to what fits into
 * a picture.
 */
export interface FlowOpening {
  lines: string[]
  /** Answers to choose from, or the numbers of a scale. */
  answers: string[]
  /** For a question with a free-text answer. */
  field?: { placeholder?: string; button?: string }
}

const maxLines = 3
const maxAnswers = 4
const maxNumbers = 11
const maxLineLength = 120
const maxAnswerLength = 40
/** No conversation shows more blocks before its first question; a loop without a question ends here. */
const maxBlocks = 200

/** Follows a flow from its start to the first question, by the edges of blocks without conditions. Linear in the size of the flow. */
export function flowOpening({ events, groups, edges }: Pick<Flow, 'events' | 'groups' | 'edges'>): FlowOpening {
  const lines: string[] = []
  for (const block of openingBlocks({ events, groups, edges })) {
    const definition = definitionOf(block.type)
    if (definition?.asks !== undefined) {
      const first = optionsOf(block)[definition.opensWith ?? '']
      if (typeof first === 'string' && first !== '') lines.push(cut(first, maxLineLength))
      return { lines: lines.slice(-maxLines), ...answersOf(block) }
    }
    const line = plainText((block as { content?: { richText?: unknown } }).content?.richText)
    if (line !== '') lines.push(cut(line, maxLineLength))
  }
  return { lines: lines.slice(-maxLines), answers: [] }
}

function* openingBlocks({ events, groups, edges }: Pick<Flow, 'events' | 'groups' | 'edges'>): Generator<Block> {
  const edgeById = new Map(edges.map((edge) => [edge.id, edge]))
  const groupById = new Map(groups.map((group) => [group.id, group]))
  const targetOf = (edgeId: string | undefined) => (edgeId === undefined ? undefined : edgeById.get(edgeId)?.to)
  let left = maxBlocks
  let to = targetOf(events.find(({ type }) => type === 'start')?.outgoingEdgeId)
  while (to !== undefined && left > 0) {
    const { groupId, blockId } = to
    const blocks = groupById.get(groupId)?.blocks ?? []
    to = undefined
    for (const block of blocks.slice(
      Math.max(
        0,
        blocks.findIndex(({ id }) => id === blockId),
      ),
    )) {
      if (left-- <= 0) return
      yield block
      to = targetOf(block.outgoingEdgeId)
      if (to !== undefined) break
    }
  }
}

function answersOf(block: Block): Omit<FlowOpening, 'lines'> {
  const items = itemsOf(block)
  if (items.length > 0) {
    const texts = items.slice(0, maxAnswers).map(({ content, title }) => content ?? title)
    return { answers: texts.flatMap((it) => (typeof it === 'string' && it !== '' ? [cut(it, maxAnswerLength)] : [])) }
  }
  const options = optionsOf(block)
  if (definitionOf(block.type)?.asks === 'scale') {
    const offers = definitionOfPrompt('scale').offers({ options })
    return { answers: offers.slice(0, maxNumbers).map(({ label }) => label) }
  }
  const { labels } = options as { labels?: { placeholder?: unknown; button?: unknown } }
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? cut(value, maxAnswerLength) : undefined)
  return { answers: [], field: { placeholder: text(labels?.placeholder), button: text(labels?.button) } }
}

const optionsOf = (block: Block) => ((block as { options?: object }).options ?? {}) as Record<string, unknown>
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
