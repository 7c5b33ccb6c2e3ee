import type { ReplyMessage } from '@colloquy/chat'
import type { CompiledFlow, Session } from '@colloquy/engine'
import { definitionOf, promptOfType } from '@colloquy/flow'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { type Limits, limitTable } from '../limits/limits.js'

type ReplyLimit = 'textReplyBytes' | 'shortReplyBytes' | 'choiceReplyBytes'

const limitOfSize = { long: 'textReplyBytes', short: 'shortReplyBytes', several: 'choiceReplyBytes' } as const

/** Returns the limit of a reply when a block of this type, or none, waits. Undefined for the result of a client's action. */
export function replyLimit(blockType: string | undefined): ReplyLimit | undefined {
  if (blockType === undefined) return 'textReplyBytes'
  const definition = definitionOf(blockType)
  if (definition?.section !== 'input') return undefined
  const isSeveral = definition.items !== undefined || promptOfType(blockType)?.takesFiles === true
  return limitOfSize[definition.replySize ?? (isSeveral ? 'several' : 'short')]
}

/** Throws a `LimitExceeded` when a visitor's reply is too long for the waiting input. */
export function checkReply(
  limits: Limits,
  message: ReplyMessage | undefined,
  { session, compiledFlows }: { session: Session; compiledFlows: ReadonlyMap<string, CompiledFlow> },
): void {
  if (!message || message.type === 'command') return
  const compiledFlow = compiledFlows.get(session.frames[0]?.programId ?? '')
  const name = replyLimit(compiledFlow?.blockById.get(session.currentBlockId ?? '')?.block.type)
  if (name && exceeds(textsOf(message), limits[name])) throw tooLarge(name, 'The reply', limits)
}

/** Throws a `LimitExceeded` when a start sends more than it may. */
export function checkStart(
  limits: Limits,
  { message, prefilledVariables }: { message?: ReplyMessage; prefilledVariables?: Record<string, unknown> },
): void {
  if (message && message.type !== 'command' && exceeds(textsOf(message), limits.textReplyBytes))
    throw tooLarge('textReplyBytes', 'The message', limits)
  if (!prefilledVariables) return
  if (exceeds([JSON.stringify(prefilledVariables)], limits.prefilledBytes))
    throw tooLarge('prefilledBytes', 'The prefilled variables', limits)
  for (const [name, value] of Object.entries(prefilledVariables)) {
    if (!Array.isArray(value) || value.length <= limits.listItems) continue
    const message = `The prefilled variable ${JSON.stringify(name)} has more than ${shown(limits.listItems)} items`
    throw new LimitExceeded('listItems', { message })
  }
}

/** Returns the bytes of a visitor's message. */
export function replyBytes(message: ReplyMessage | undefined): number {
  return message ? textsOf(message).reduce((sum, text) => sum + Buffer.byteLength(text), 0) : 0
}

/** Cuts the text to a number of bytes, without half a character at the end. */
export function textWithin(text: string, bytes: number): string {
  if (!exceeds([text], bytes)) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}

function textsOf(message: ReplyMessage): string[] {
  if (message.type === 'audio') return [message.url]
  if (message.type === 'command') return [message.command]
  if (message.type === 'no-answer') return []
  const attached = 'attachedFileUrls' in message ? (message.attachedFileUrls ?? []) : []
  const { replyId, replyIds = [] } = ('metadata' in message ? message.metadata : undefined) ?? {}
  return [message.text, ...attached, ...(replyId === undefined ? [] : [replyId]), ...replyIds]
}

/** Counts bytes only if the number of characters does not already decide. */
function exceeds(texts: readonly string[], limit: number): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return characters * 3 > limit && texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > limit
}

function tooLarge(name: ReplyLimit | 'prefilledBytes', what: string, limits: Limits): LimitExceeded {
  const verb = name === 'prefilledBytes' ? 'are larger' : 'is longer'
  return new LimitExceeded(name, { message: `${what} ${verb} than ${shown(limits[name])} ${limitTable[name].unit}` })
}

const shown = (value: number) => value.toLocaleString('en-US')
