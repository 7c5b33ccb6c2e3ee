import { setTimeout as sleep } from 'node:timers/promises'
import type { OutgoingMessage } from '@colloquy/channels'
import { type ChannelStep, type ShownTurn, stepsOfTurn } from '@colloquy/engine'
import { channelSettingsOf } from '@colloquy/flow'
import type { InboxMessage, SentMessage } from '@colloquy/storage'
import type { Needs, Service } from '../service.js'
import { keyOfWait } from '../turns/continue-turn.js'
import { addressOf } from './contacts.js'
import { entryOf } from './inbox-entry.js'
import { note, noteUndelivered, tokenRefused, undelivered } from './note.js'
import type { Chat } from './open-chat.js'
import { resendPause } from './resend-pause.js'
import { continueChat, type PendingReply, type TakenReply, textOrProblem } from './take-reply.js'

/** State of the delivery of a reply. */
export type Delivery = { kind: 'done'; outcome: string } | { kind: 'later'; at: number }

/**
 * Sends the answer to a reply step by step, and records each one once it is done, so that a later attempt continues from there. A message
 * that the provider cannot take now is sent again after a while, and the ones behind it wait; one that the provider will never take is
 * skipped and logged.
 */
export async function deliver(
  service: Service,
  reply: PendingReply,
  { sessionId, answer, isStart }: Extract<TakenReply, { kind: 'turn' }>,
  chat: Chat,
): Promise<Delivery> {
  const { settings } = chat.compiledFlow
  const [lead] = reply.messages
  const { publicUrl } = entryOf(lead)
  const { listButton } = channelSettingsOf(settings, reply.contact.credentialsId)
  let key = keyOf(lead)
  let shown: ShownTurn = answer
  let at = 0
  for (let turn = 1; ; turn++) {
    const { steps, waitsFor } = stepsOfTurn(shown, {
      capabilities: reply.account.channel.capabilities,
      typing: settings.typingEmulation,
      selectLabel: settings.general?.systemMessages?.messagingPictureChoiceSelectLabel,
      listButton,
      isFirst: isStart && turn === 1,
    })
    for (const step of steps) {
      if (at++ < lead.stepsDone) continue
      const outcome = await perform(service, reply, { chat, key }, step)
      if (outcome) return outcome
    }
    if (waitsFor !== 'channel') return { kind: 'done', outcome: 'answered' }
    if (turn > maxTurns) {
      const description = `The flow waited and went on ${maxTurns} times without asking anything: it was stopped`
      await note(service, chat.row, description, 'Let it ask something in between.')
      return { kind: 'done', outcome: 'too many turns' }
    }
    key = `${lead.id}:${turn}`
    const next = await textOrProblem(continueChat(service, { sessionId, key, publicUrl }))
    if (typeof next !== 'string') return { kind: 'done', outcome: next.outcome }
    shown = JSON.parse(next)
  }
}

/** The key of the first turn of a reply, or of the message of a person. */
function keyOf(lead: InboxMessage): string {
  const entry = entryOf(lead)
  if ('person' in entry) return lead.callId
  return 'noAnswer' in entry ? keyOfWait(entry.noAnswer.waitId) : lead.id
}

/** The origin of a message: a turn of a chat, or a message of a person, by its key. */
interface Said {
  chat: Chat
  key: string
}

/** Maximum number of turns for one reply: a flow that waits in a loop would send messages forever. */
const maxTurns = 50
/** Waits of up to this many seconds happen in place; longer ones are stored, so that they hold nobody up. */
const shortWait = 10
const maxWait = 3_600

/** Performs one step. Undefined when it is done and recorded. */
async function perform(
  service: Needs<'storage' | 'config' | 'ports' | 'now'>,
  reply: PendingReply,
  said: Said,
  step: ChannelStep,
): Promise<Delivery | undefined> {
  const { signal } = reply
  if (step.kind === 'send') {
    await sleep(step.pause, undefined, { signal })
    return sent(service, reply, said, step.message)
  }
  const seconds = Math.min(Math.max(step.seconds, 0), maxWait)
  const until = service.now() + seconds * 1_000
  if (seconds <= shortWait) await sleep(seconds * 1_000, undefined, { signal })
  await stepDone(service, reply)
  return seconds <= shortWait ? undefined : { kind: 'later', at: until }
}

async function sent(
  service: Needs<'storage' | 'config' | 'ports' | 'now'>,
  reply: PendingReply,
  { chat, key }: Said,
  message: OutgoingMessage,
): Promise<Delivery | undefined> {
  const { account, contact, signal } = reply
  signal.throwIfAborted()
  const [lead] = reply.messages
  const { beginSending } = service.storage.messaging
  const author = 'person' in entryOf(lead) ? 'person' : 'bot'
  const isAllowed = author === 'person' || (await beginSending(lead.workspaceId, lead.id, chat.row.id, service.now()))
  if (!isAllowed) return { kind: 'done', outcome: 'taken over' }
  if (author === 'bot' && wantsNothing(contact)) return { kind: 'done', outcome: optedOut }
  // Not aborted by the signal: it would be unknown if the message has arrived.
  const outcome = await service.ports.messaging.send(account, addressOf(contact), message, author)
  if (outcome.kind === 'later') signal.throwIfAborted()
  switch (outcome.kind) {
    case 'sent': {
      const { id: providerId } = outcome
      await stepDone(service, reply, providerId && { sessionId: chat.row.id, providerId, key, at: service.now() })
      return undefined
    }
    case 'never':
      await noteUndelivered(service, { key: contact, row: chat.row }, { ...outcome, at: service.now() })
      if (outcome.cause === 'opt-out') return { kind: 'done', outcome: optedOut }
      await stepDone(service, reply)
      return undefined
    case 'later': {
      if (outcome.cause === 'token' && lead.attempts === 0) await note(service, chat.row, tokenRefused, outcome.reason)
      const later = await tryLater(service, reply, outcome)
      if (later) return later
      await note(service, chat.row, undelivered, `It was tried again and again. ${outcome.reason}`)
      return { kind: 'done', outcome: 'undelivered' }
    }
  }
}

const optedOut = 'opted out'

/** True if a contact has said in the app that they want no messages, and has not written since. */
const wantsNothing = ({ optedOutAt, lastMessageAt }: PendingReply['contact']): boolean =>
  optedOutAt !== null && (lastMessageAt ?? 0) <= optedOutAt

/** Schedules another attempt, after the seconds that the provider asked to wait; undefined when there were enough attempts. */
export async function tryLater(
  service: Needs<'storage' | 'config' | 'now'>,
  { messages: [lead] }: PendingReply,
  delay?: Parameters<typeof resendPause>[2],
): Promise<Delivery | undefined> {
  const now = service.now()
  const { resendHours, resendMilliseconds } = service.config.limits
  if (now - lead.receivedAt > resendHours * 3_600_000) return undefined
  lead.attempts += 1
  await service.storage.messaging.progress(lead.workspaceId, lead.id, { attempts: lead.attempts })
  return { kind: 'later', at: now + resendPause(resendMilliseconds, lead.attempts, delay) }
}

async function stepDone(
  service: Needs<'storage'>,
  { messages: [lead] }: PendingReply,
  sent?: SentMessage | '',
): Promise<void> {
  lead.stepsDone += 1
  lead.attempts = 0
  const { stepsDone, attempts } = lead
  await service.storage.messaging.progress(lead.workspaceId, lead.id, { stepsDone, attempts }, sent || undefined)
}
