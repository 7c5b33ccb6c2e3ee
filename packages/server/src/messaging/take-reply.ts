import { ApiError } from '@colloquy/api'
import type { ReplyMessage } from '@colloquy/chat'
import { type AwaitedKind, type Messaging, replyOfMessages, type ShownTurn, takesFiles } from '@colloquy/engine'
import { definitionOf, promptOfType } from '@colloquy/flow'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { InboxMessage, LeasedContact } from '@colloquy/storage'
import { noPage } from '../http/allowed-origin.js'
import type { RawResponse } from '../http/handler.js'
import type { Needs, Service } from '../service.js'
import { replyBytes, replyLimit, textWithin } from '../turns/check-reply.js'
import { type ContinueRequest, continueTurn, keyOfWait } from '../turns/continue-turn.js'
import { liveStart } from '../turns/live-start.js'
import { measured } from '../turns/measured.js'
import { startPreview } from '../turns/start-turn.js'
import { messagingVisit } from '../turns/visit-of.js'
import { previewCredentials } from './account-of.js'
import { chooseBot } from './choose-bot.js'
import { entryOf, type InboxEntry } from './inbox-entry.js'
import { knownPerson } from './known-person.js'
import type { Chat } from './open-chat.js'
import { storeMedia } from './store-media.js'

/** Messages that are answered together. */
export interface PendingReply {
  contact: LeasedContact
  /** The chat in progress. */
  chat: Chat | undefined
  account: ChannelAccount
  /** The first message leads: its id is the key of the turns, and the progress of the answer is stored with it. */
  messages: readonly [InboxMessage, ...InboxMessage[]]
  signal: AbortSignal
}

/** Outcome of a reply in its chat. */
export type TakenReply =
  | { kind: 'turn'; sessionId: string; answer: ShownTurn; isStart: boolean; leftOut: string[] }
  | NoTurn
  | { kind: 'later'; reason: string }

/** A reply without a turn, with the reason in a word or two. */
interface NoTurn {
  kind: 'none'
  outcome: string
}

/**
 * Takes the turn of a reply: in the chat in progress, else in a new one. The id of the reply is the idempotency key of the turn, so that a
 * repeated attempt returns the stored answer.
 */
export async function takeReply(service: Service, reply: PendingReply): Promise<TakenReply> {
  const [lead] = reply.messages
  const entries = reply.messages.map(entryOf)
  const [first] = entries as [InboxEntry, ...InboxEntry[]]
  if (lead.sessionId !== null) {
    if ('person' in first) return ofPerson(lead.sessionId, first.person)
    const key = 'noAnswer' in first ? keyOfWait(first.noAnswer.waitId) : lead.id
    return takenBefore(service, lead.sessionId, key)
  }
  if ('preview' in first) return beginPreview(service, reply, first, messagingOf(reply, entries))
  if (await isBlocked(service, reply)) return none('contact blocked')
  const { chat } = reply
  if ('webhook' in first) return chat ? goOn(service, reply, chat, webhookReply(first.webhook)) : none('chat over')
  if ('noAnswer' in first) {
    if (!chat) return none('chat over')
    return goOn(service, reply, chat, { type: 'no-answer', ...first.noAnswer }, { receivedAt: lead.receivedAt })
  }
  return answered(service, reply, entries)
}

/** True if people of the workspace have blocked the contact: bots do not answer them. */
async function isBlocked({ storage }: Needs<'storage'>, { contact, account }: PendingReply): Promise<boolean> {
  for (const identifier of knownPerson(contact, account.channel)?.identifiers ?? [])
    if ((await storage.contacts.find(contact.workspaceId, identifier))?.isBlocked) return true
  return false
}

/** A message of a person, as the response of a turn. */
function ofPerson(
  sessionId: string,
  { text, attachedFileUrls = [] }: { text: string; attachedFileUrls?: string[] | undefined },
): TakenReply {
  const markdown = [text, ...attachedFileUrls].join('\n\n')
  const content = {
    type: 'richText' as const,
    richText: markdown.split('\n').map((line) => ({ type: 'p', children: [{ text: line }] })),
    plainText: markdown,
    html: '',
  }
  const answer = { messages: [{ id: 'person', type: 'text' as const, content }] } as ShownTurn
  return { kind: 'turn', sessionId, answer, isStart: false, leftOut: [] }
}

const none = (outcome: string): NoTurn => ({ kind: 'none', outcome })
const webhookReply = (data: unknown): ReplyMessage => ({ type: 'text', text: JSON.stringify({ data: data ?? null }) })

async function takenBefore(service: Needs<'storage'>, sessionId: string, key: string): Promise<TakenReply> {
  const turn = await service.storage.sessions.turnByKey(sessionId, key)
  if (!turn) return none('chat over')
  return { kind: 'turn', sessionId, answer: JSON.parse(turn.answer), isStart: turn.number === 1, leftOut: [] }
}

async function answered(service: Service, reply: PendingReply, entries: readonly InboxEntry[]): Promise<TakenReply> {
  const { chat } = reply
  const { publicUrl } = entries[0] as InboxEntry
  const awaited = awaitedKind(chat?.awaitedType)
  const contents = []
  const leftOut: string[] = []
  for (const [index, entry] of entries.entries()) {
    if (!('content' in entry)) continue
    const isNextLine = index > 0 && reply.messages[index]?.callId !== reply.messages[index - 1]?.callId
    const content = entry.content.kind === 'text' ? { ...entry.content, isNextLine } : entry.content
    if (!chat || content.kind !== 'media' || !takesFiles(content, awaited)) {
      contents.push(content)
      continue
    }
    const request = { account: reply.account, sessionId: chat.row.id, awaited, publicUrl, signal: reply.signal }
    const stored = await storeMedia(service, content, request)
    if (stored.kind === 'later') return stored
    if (stored.kind === 'left out') leftOut.push(stored.reason)
    contents.push(stored.content)
  }
  const message = cut(service, replyOfMessages(contents, awaited), chat)
  const messaging = messagingOf(reply, entries)
  const [{ receivedAt }] = reply.messages
  const taken = chat && (await goOn(service, reply, chat, message, { messaging, receivedAt }))
  if (taken && !(taken.kind === 'none' && taken.outcome === 'chat over')) {
    return taken.kind === 'turn' ? { ...taken, leftOut } : taken
  }
  if (reply.contact.credentialsId === previewCredentials) return none('no preview')
  const variables = entries.map((entry) => ('contact' in entry ? entry.variables : undefined)).find(Boolean)
  return begin(service, reply, message, messaging, publicUrl, variables)
}

/** Cuts a reply that is too long: its writer could not be notified that it was rejected. */
function cut(service: Needs<'config' | 'metrics'>, message: ReplyMessage, chat: Chat | undefined): ReplyMessage {
  const limit = replyLimit(chat?.awaitedType)
  const max = limit === undefined ? undefined : service.config.limits[limit]
  if (message.type !== 'text' || limit === undefined || max === undefined) return message
  const text = textWithin(message.text, max)
  if (text !== message.text) service.metrics.limitReached(limit)
  return { ...message, text }
}

function awaitedKind(type: string | undefined): AwaitedKind {
  if (type === undefined) return 'other'
  if (promptOfType(type)?.takesFiles) return 'files'
  return definitionOf(type)?.uploads ? 'text' : 'other'
}

function messagingOf({ account }: PendingReply, entries: readonly InboxEntry[]): Messaging | undefined {
  const written = entries.flatMap((entry) => ('contact' in entry ? entry : []))
  const referral = written.find((entry) => entry.referral)?.referral
  const [first] = written
  const channel = account.channel.type
  return first && { channel, contact: first.contact, ...(referral && { referral }) }
}

async function goOn(
  service: Service,
  { account, contact, messages: [lead] }: PendingReply,
  { row }: Chat,
  message: ReplyMessage,
  details: { messaging?: Messaging | undefined; receivedAt?: number } = {},
): Promise<TakenReply> {
  const { publicUrl } = entryOf(lead)
  const known = knownPerson(contact, account.channel, details.messaging?.contact.name)
  const request = { sessionId: row.id, key: lead.id, message, known, publicUrl, ...details }
  const answer = await textOrProblem(continueChat(service, request))
  return typeof answer === 'string' ? turnOf(row.id, answer, false) : answer
}

/** Takes one turn of a chat in progress. */
export function continueChat(
  service: Service,
  turn: Pick<ContinueRequest, 'sessionId' | 'message' | 'messaging' | 'known' | 'receivedAt'> & {
    key: string
    publicUrl: string
  },
): Promise<RawResponse> {
  const { publicUrl, ...given } = turn
  const request = {
    ...given,
    textFormat: 'richText' as const,
    referrer: noPage(publicUrl),
    rawBody: given.key,
    arrival: { bytes: replyBytes(given.message) },
  }
  return measured(service, 'continue', () => continueTurn(service, request))
}

async function begin(
  service: Service,
  { account, contact, messages: [lead] }: PendingReply,
  message: ReplyMessage,
  messaging: Messaging | undefined,
  publicUrl: string,
  variables: Record<string, string> | undefined,
): Promise<TakenReply> {
  const text = message.type === 'text' ? message.text : ''
  const find = () => chooseBot(service, contact, text)
  const bot = await find()
  if (!bot) return none('no bot')
  const saysNothing = message.type === 'text' && message.text === ''
  const body = { ...plainStart, message: saysNothing ? undefined : message, prefilledVariables: variables }
  const start = {
    bot,
    find,
    referrer: noPage(publicUrl),
    visit: () => messagingVisit(account.channel.type),
    body,
    messaging,
    known: knownPerson(contact, account.channel, messaging?.contact.name),
    key: lead.id,
    rawBody: lead.id,
    arrival: { bytes: replyBytes(message) },
  }
  const answer = await textOrProblem(measured(service, 'start', () => liveStart(service, start)))
  return typeof answer === 'string' ? turnOf(JSON.parse(answer).sessionId, answer, true) : answer
}

async function beginPreview(
  service: Service,
  { account, messages: [lead], contact }: PendingReply,
  { preview: { botId, userId, startFrom } }: Extract<InboxEntry, { preview: unknown }>,
  who: Messaging | undefined,
): Promise<TakenReply> {
  const bot = await service.storage.bots.find(botId)
  if (!bot || bot.isDeleted || bot.workspaceId !== contact.workspaceId) return none('no bot')
  if ((await service.rights.modeOf(userId, { ...contact, botId })) !== 'write') return none('no rights')
  const body = { ...plainStart, startFrom }
  const messaging = who ?? { channel: account.channel.type, contact: { name: '', phoneNumber: contact.sender } }
  const compiledFlow = service.compiledFlows.draft(bot)
  const start = {
    sessionId: lead.id,
    compiledFlow,
    mode: 'preview' as const,
    openedBy: userId,
    body,
    messaging,
    key: lead.id,
    rawBody: lead.id,
    arrival: { bytes: 0 },
  }
  const answer = await textOrProblem(measured(service, 'preview', () => startPreview(service, start, true)))
  return typeof answer === 'string' ? turnOf(lead.id, answer, true) : answer
}

const plainStart = { isStreamEnabled: false, isOnlyRegistering: false, textBubbleContentFormat: 'richText' } as const

function turnOf(sessionId: string, answer: string, isStart: boolean): TakenReply {
  return { kind: 'turn', sessionId, answer: JSON.parse(answer), isStart, leftOut: [] }
}

/** Turns an API error into the outcome of the reply; rethrows every other error. */
export async function textOrProblem(turn: Promise<RawResponse>): Promise<string | NoTurn> {
  try {
    return (await turn).text
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) throw error
    return none(outcomes[error.code] ?? error.code)
  }
}

/** True if a later attempt may succeed. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status >= 500 || error.status === 429)
}

const outcomes: Partial<Record<string, string>> = {
  session_not_found: 'chat over',
  session_ended: 'chat over',
  session_limit_reached: 'chat over',
  answer_required: 'answered',
  workspace_suspended: 'workspace suspended',
  bot_not_found: 'no bot',
  bot_closed: 'no bot',
}
