import type { Input } from '@colloquy/chat'
import { type BlockRegistry, type CompiledFlow, targetOfEdge } from '@colloquy/engine'
import { type Block, blockExits, definitionOf, definitionOfPrompt } from '@colloquy/flow'
import { type InputExitKind, inputExitsOf } from '@colloquy/flow/blocks'

/** A reply of a synthetic visitor: a text, or none in time. */
export type VisitorReply = string | typeof silence
export const silence = { type: 'no-answer' } as const

/**
 * - `valid`: answers what is asked.
 * - `sloppy`: answers with stray spaces, capitals and punctuation.
 * - `hostile`: sends markup, placeholders, huge and empty texts.
 * - `impatient`: sends the least that there is.
 * - `leaving`: takes the connected exits of the input: stays silent, or sends what it does not accept.
 */
export const temperaments = ['valid', 'sloppy', 'hostile', 'impatient', 'leaving'] as const
export type Temperament = (typeof temperaments)[number]

/** Sample answers for questions whose variable has such a name, the more specific words first. */
const namedSamples: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/i, 'ada@example.com'],
  [/phone|mobile|whatsapp/i, '+33612345678'],
  [/company|organi[sz]ation|business|employer/i, 'Example Ltd'],
  [/web ?site|\burl\b|\blink\b/i, 'https://example.com'],
  [/street|address/i, '1 Example Street'],
  [/zip|post(al)? ?code/i, '75001'],
  [/city|town|place|location/i, 'Paris'],
  [/country/i, 'France'],
  [/\bage\b|number|count|quantity|amount|budget|price|size|people|guests/i, '10'],
  [/date|birthday|\bday\b/i, '2026-01-31'],
  [/\btime\b|hour/i, '10:30'],
  [/message|question|comment|feedback|problem|issue|reason|detail|description|note/i, 'I would like to know more.'],
  [/name|\bwho\b/i, 'Ada'],
]

/** A typical answer to an input, derived from what it asks and the name of its variable; undefined if the input offers choices. */
export function typicalReply(
  compiledFlow: CompiledFlow,
  blocks: BlockRegistry,
  { blockId, input }: { blockId: string; input: Input | undefined },
): string | undefined {
  const block = compiledFlow.blockById.get(blockId)?.block
  const asks = block && definitionOf(block.type)?.asks
  if (!asks || repliesOffered(blocks, block, input).length > 0) return undefined
  const { variableId = '' } = (block as { options?: { variableId?: string } }).options ?? {}
  const name = compiledFlow.variableById.get(variableId)?.name
  const named = asks === 'text' && name && namedSamples.find(([pattern]) => pattern.test(wordsIn(name)))
  return named ? named[1] : asks === 'text' ? 'An answer' : definitionOfPrompt(asks).samples[0]
}

/** A name such as `companyName` or `company_name` as words. */
const wordsIn = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

const hostile = ['', '{{Name}}', '<b>x</b>', '999999999999999999999', 'x'.repeat(3000), '\u202e\u0000', '"; drop']

/** Possible answers to an input, including values with which conditions of the flow compare. Bounded. */
export function repliesTo(
  compiledFlow: CompiledFlow,
  blocks: BlockRegistry,
  waits: { blockId: string; input: Input | undefined },
  temperament: Exclude<Temperament, 'leaving'>,
): string[]
export function repliesTo(
  compiledFlow: CompiledFlow,
  blocks: BlockRegistry,
  waits: { blockId: string; input: Input | undefined },
  temperament: Temperament,
): VisitorReply[]
export function repliesTo(
  compiledFlow: CompiledFlow,
  blocks: BlockRegistry,
  { blockId, input }: { blockId: string; input: Input | undefined },
  temperament: Temperament,
): VisitorReply[] {
  if (temperament === 'leaving') return leavingReplies(compiledFlow, blockId)
  if (temperament === 'hostile') return [...hostile]
  if (temperament === 'impatient') return ['', '.']
  const valid = validReplies(compiledFlow, blocks, blockId, input)
  return temperament === 'valid'
    ? valid
    : valid.slice(0, 8).flatMap((text) => [` ${text} `, text.toUpperCase(), `${text}!`])
}

/** Replies that lead to the exit of an input, as often as it takes. */
const replyForExit: Readonly<Record<InputExitKind, VisitorReply>> = {
  'no-answer': silence,
  'anything-else': 'Something else',
  invalid: 'Something else',
}

function leavingReplies(compiledFlow: CompiledFlow, blockId: string): VisitorReply[] {
  const block = compiledFlow.blockById.get(blockId)?.block
  const kinds = block ? inputExitsOf(block.type) : []
  const isConnected = (kind: InputExitKind) =>
    blockExits(block as Block).some(
      ({ on, outgoingEdgeId }) => on === kind && targetOfEdge(compiledFlow, outgoingEdgeId) !== undefined,
    )
  return [...new Set(kinds.filter(isConnected).map((kind) => replyForExit[kind]))]
}

const maxReplies = 60

function validReplies(
  compiledFlow: CompiledFlow,
  blocks: BlockRegistry,
  blockId: string,
  input: Input | undefined,
): string[] {
  const block = compiledFlow.blockById.get(blockId)?.block
  const asks = block && definitionOf(block.type)?.asks
  const replies = new Set(repliesOffered(blocks, block, input))
  const isChosen = replies.size > 0
  for (const text of asks ? definitionOfPrompt(asks).samples : ['Ada'])
    if (!isChosen || asks === 'text') replies.add(text)
  if (!isChosen) for (const text of comparedTexts(compiledFlow)) replies.add(text)
  return [...replies].slice(0, maxReplies)
}

/** The answers that an input offers. */
function repliesOffered(blocks: BlockRegistry, block: Block | undefined, input: Input | undefined): string[] {
  const kind = block && blocks.get(block.type)?.answerKind?.(block)
  const replies = new Set<string>(labelsOf(input))
  if (kind?.kind === 'choices') for (const { label } of kind.choices) replies.add(label)
  if (kind?.kind === 'numbers' && kind.scale)
    for (let number = kind.scale.from; number <= kind.scale.to && replies.size < maxReplies; number++)
      replies.add(`${number}`)
  return [...replies]
}

/** Labels of the choices, as the client shows them: items may come from variables. */
function labelsOf(input: Input | undefined): string[] {
  const items: unknown = input && 'items' in input ? input.items : undefined
  if (!Array.isArray(items)) return []
  return items.flatMap((item: Record<string, unknown>) => {
    const label = item.value ?? item.content ?? item.title
    return typeof label === 'string' && label !== '' ? [label] : []
  })
}

/** Texts with which the flow compares, and the numbers next to those it compares with, which lead to the other branch. */
function comparedTexts(compiledFlow: CompiledFlow): string[] {
  const known = compiledFlow.memo.get('compared texts')
  if (known) return known as string[]
  const found = new Set<string>()
  const json = JSON.stringify(compiledFlow.groups)
  for (const [, text] of json.matchAll(/"comparisonOperator":"[^"]*","value":"((?:[^"\\]|\\.){1,200})"/g)) {
    const value = JSON.parse(`"${text}"`) as string
    if (value.includes('{{')) continue
    found.add(value)
    const number = Number(value)
    if (value.trim() !== '' && Number.isFinite(number)) found.add(`${number + 1}`).add(`${number - 1}`)
    if (found.size >= 40) break
  }
  for (const [, number] of json.matchAll(/"(?:min|max)":(-?\d+(?:\.\d+)?)/g))
    if (found.size < 50) found.add(number as string)
  const texts = [...found]
  compiledFlow.memo.set('compared texts', texts)
  return texts
}
