import type { Flow } from '@colloquy/flow'
import { blockExits, definitionOf, exitTexts } from '@colloquy/flow/blocks'
import { findBlock } from '@colloquy/flow/operations'
import { t, translated } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'

export type Recording = Answer<'getRecording'>
export type RecordedTurn = Recording['turns'][number]

/** A reply that replaces the recorded one of a turn. */
export interface OtherReply {
  turn: number
  text: string
}

/** Loads the conversation of a result, as recorded or with other replies. */
export function loadRecording(botId: string, resultId: string, others: readonly OtherReply[]): Promise<Recording> {
  if (others.length === 0) return api.getRecording({ botId, resultId })
  return api.tryOtherReplies({ botId, resultId, replies: others })
}

/** The value of a variable after a turn. */
export interface ValueThen {
  key: string
  name: string
  text: string
  /** True if this turn set the value. */
  isNew: boolean
}

/** Fixed answers of the question before a turn; empty if the visitor types, or if a variable contains the answers. */
export function choicesAt(turns: readonly RecordedTurn[], at: number, flow: Pick<Flow, 'groups'>): string[] {
  const block = findBlock(flow, turns[at - 1]?.awaits ?? '')?.block
  if (!block) return []
  const { items: { matchedBy: key } = {}, makesItems } = definitionOf(block.type) ?? {}
  if (!key || makesItems?.(block)) return []
  const items = (block as { items?: Record<string, unknown>[] }).items ?? []
  const labels = items.map((item) => item[key]).filter((label) => typeof label === 'string' && label !== '')
  return [...new Set(labels as string[])].filter((label) => !label.includes('{{'))
}

/** The exit by which a turn left the question before it, as authors see it; undefined if it was answered. */
export function exitTaken(turns: readonly RecordedTurn[], at: number, flow: Pick<Flow, 'groups'>): string | undefined {
  const block = findBlock(flow, turns[at - 1]?.awaits ?? '')?.block
  const edges = turns[at]?.edges ?? []
  const exit = block && blockExits(block).find(({ outgoingEdgeId = '' }) => edges.includes(outgoingEdgeId))
  return exit && translated(exitTexts[exit.on].label)
}

/** Values of variables after a turn, in the order in which they were first set. */
export function valuesAt(turns: readonly RecordedTurn[], at: number): ValueThen[] {
  const values = new Map<string, ValueThen>()
  for (const [index, { variables = [] }] of turns.slice(0, at + 1).entries()) {
    for (const { id, name, value, botId } of variables) {
      const key = botId === undefined ? id : `${botId} ${id}`
      const text = value === null ? '' : Array.isArray(value) ? JSON.stringify(value) : value
      values.set(key, { key, name, text, isNew: index === at })
    }
  }
  return [...values.values()]
}

/** All logs up to the end of a turn. */
export const logsAt = (turns: readonly RecordedTurn[], at: number) =>
  turns.slice(0, at + 1).flatMap(({ logs = [] }) => logs)

/** Short name of a turn: the reply, or else the first message. */
export function nameOfTurn({ reply, entries }: RecordedTurn): string {
  const said = reply ?? entries[0]
  return said ? textOf(said) : t('nothing said')
}

export const textOf = (entry: RecordedTurn['entries'][number]): string =>
  entry.type === 'text' ? (entry.text ?? '') : (entry[entry.type] ?? '')
