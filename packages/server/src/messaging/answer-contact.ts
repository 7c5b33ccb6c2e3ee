import type { InboxMessage, LeasedContact } from '@colloquy/storage'
import type { Needs, Service } from '../service.js'
import { accountOf } from './account-of.js'
import { addressOf } from './contacts.js'
import { type Delivery, deliver, tryLater } from './deliver.js'
import { entryOf } from './inbox-entry.js'
import { type Next, nextReply } from './next-reply.js'
import { note } from './note.js'
import { chatEnd, openChat } from './open-chat.js'
import { resendPause } from './resend-pause.js'
import { isTemporary, type PendingReply, takeReply } from './take-reply.js'

/**
 * Answers all waiting messages of a contact whose lease this process holds, one reply after another. Returns when to check again if
 * something is waiting for a time; failed replies are retried then. Rejects only when the storage does, or when the signal is aborted.
 */
export async function answerContact(
  service: Service,
  leased: LeasedContact,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { messaging } = service.storage
  for (;;) {
    signal.throwIfAborted()
    const contact = (await messaging.find(leased)) ?? leased
    const next = await nextReply(service, contact, await messaging.waiting(leased, maxAtOnce))
    const at = await carriedOut(service, contact, next, signal)
    if (at === 'idle') return undefined
    if (at === 'again') continue
    await messaging.postpone(leased, at)
    return at
  }
}

const maxAtOnce = 100
/** Maximum attempts in a row at something that fails because of a bug. */
const maxMistakes = 8

async function carriedOut(
  service: Service,
  contact: LeasedContact,
  next: Next,
  signal: AbortSignal,
): Promise<number | 'idle' | 'again'> {
  switch (next.kind) {
    case 'idle':
      return 'idle'
    case 'later':
      return next.at
    case 'hold':
      for (const { workspaceId, id } of next.messages)
        await service.storage.messaging.progress(workspaceId, id, { dueAt: null })
      return 'again'
    case 'drop':
      await settle(service, next.messages, next.outcome)
      return 'again'
    case 'reply': {
      const delivery = await answerOrPostpone(service, { ...next, contact, signal })
      if (delivery.kind === 'later') return delivery.at
      await settle(service, next.messages, delivery.outcome)
      return 'again'
    }
  }
}

async function settle(
  service: Needs<'storage' | 'now'>,
  messages: PendingReply['messages'],
  outcome: string,
): Promise<void> {
  const ids = messages.map(({ id }) => id)
  await service.storage.messaging.settle(messages[0].workspaceId, ids, outcome, service.now())
}

async function answerOrPostpone(service: Service, reply: Omit<PendingReply, 'account'>): Promise<Delivery> {
  try {
    return await answer(service, reply)
  } catch (error) {
    reply.signal.throwIfAborted()
    const passes = isTemporary(error)
    if (!passes) service.inbox.report(error)
    const [lead] = reply.messages
    const attempts = lead.attempts + 1
    if (!passes && attempts > maxMistakes) return { kind: 'done', outcome: 'failed' }
    await service.storage.messaging.progress(lead.workspaceId, lead.id, { attempts })
    return { kind: 'later', at: service.now() + resendPause(service.config.limits.resendMilliseconds, attempts) }
  }
}

async function answer(service: Service, given: Omit<PendingReply, 'account'>): Promise<Delivery> {
  const { messaging } = service.storage
  const { contact, messages } = given
  const [lead] = messages
  const account = await accountOf(service, contact)
  if (!account) return { kind: 'done', outcome: 'no credentials' }
  const reply = { ...given, account }
  if (lead.replyId === null) {
    await messaging.join(
      lead.workspaceId,
      messages.map(({ id }) => id),
    )
    if (isFromApp(lead)) confirm(service, reply).catch(service.inbox.report)
  }
  const taken = await takeReply(service, reply)
  if (taken.kind === 'none') return { kind: 'done', outcome: taken.outcome }
  if (taken.kind === 'later') return (await tryLater(service, reply)) ?? { kind: 'done', outcome: 'media not found' }
  const { sessionId } = taken
  const chat = await openChat(service, sessionId)
  if (!chat) return { kind: 'done', outcome: 'chat over' }
  if (lead.sessionId === null) {
    await messaging.setSession(contact, sessionId, chatEnd(chat, contact, service.now()))
    await messaging.progress(lead.workspaceId, lead.id, { sessionId })
    for (const reason of taken.leftOut)
      await note(service, chat.row, 'A file from the messaging app was left out', reason)
  }
  return deliver(service, reply, taken, chat)
}

/** Shows that the bot has read a message and answers it, unless somebody else does. */
async function confirm(
  service: Needs<'ports' | 'botWork'>,
  { account, chat, contact, messages: [lead] }: PendingReply,
): Promise<void> {
  if (chat && chat.row.held !== null) return
  const sessionIds = chat ? [chat.row.id] : []
  const work = service.botWork.begin(sessionIds, chat?.readAt)
  try {
    const guard = { takeCall: () => undefined, mayBegin: () => work.mayBegin() }
    await service.ports.messaging.confirm(account, { id: lead.providerId, sender: addressOf(contact) }, guard)
  } finally {
    service.botWork.end(sessionIds, work)
  }
}

function isFromApp(row: InboxMessage): boolean {
  return 'content' in entryOf(row)
}
