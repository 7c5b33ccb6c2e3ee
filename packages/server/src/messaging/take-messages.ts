import type { ChannelEvent, IncomingMessage, OwnershipEvent, Unreadable } from '@colloquy/channels'
import type { ChannelAccount } from '@colloquy/ports/messaging'
import type { ContactIdentity, ContactKey, InboxMessage, NamedContact } from '@colloquy/storage'
import { groupBy } from '../group-by.js'
import { newId } from '../ids.js'
import type { Needs } from '../service.js'
import { confirmsPhone } from './confirm-phones.js'
import type { Contacts } from './contacts.js'
import { identifiersOf } from './identifiers-of.js'
import { inboxRow } from './inbox-entry.js'
import { noteUndelivered } from './note.js'

/** Milliseconds after which a message is too late to be answered: the conversation has moved on since. */
export const maxDelay = 180_000

/** A webhook call of a provider, verified as genuine. */
export interface ProviderCall {
  account: Pick<ChannelAccount, 'channel' | 'data'>
  payload: unknown
  publicUrl: string
  contacts: Contacts
  /** Credentials that the call was made for; absent for the number of previews. */
  credentials?: Pick<ContactKey, 'workspaceId' | 'credentialsId'>
}

/**
 * Stores the messages of a webhook call, so that it can be acknowledged, and queues their answers. Counts what bots do not act on. If the
 * payload is not a call of a provider, stores nothing and returns the reason.
 */
export async function takeMessages(
  service: Needs<'storage' | 'config' | 'inbox' | 'longWork' | 'channelOwners' | 'now'>,
  call: ProviderCall,
): Promise<Unreadable | undefined> {
  const { contacts, credentials } = call
  const { messaging } = service.storage
  const { channel, data } = call.account
  const events = channel.read(call.payload, data)
  if ('problem' in events) return events
  for (const { previous, next } of ofKind(events, 'identity'))
    await messaging.identify(await namedOf(service, call, previous, next))
  // Before messages of the same call, which are for the one that speaks then.
  for (const event of events.filter(isOfOwner).slice(0, maxOfOwners)) {
    const key = credentials && (await contacts.find(event.contact))
    const contact = key && (await messaging.find(key))
    if (contact) await service.channelOwners.follow(contact, channel, event, call.publicUrl)
  }
  const byWorkspace = new Map<string, Received[]>()
  const named: NamedContact[] = []
  for (const messages of groupBy(await messagesIn(service, call, events), ({ sender }) => sender).values()) {
    const [{ userId, contact }] = messages as [IncomingMessage]
    const identity = { ...(contact.phoneNumber && { number: contact.phoneNumber }), ...(userId && { userId }) }
    const writer = await contacts.writer(identity)
    if (!writer) continue
    const { key } = writer
    if (writer.isNewlyNamed) {
      const isKnown = Object.keys(writer.before).length > 0
      named.push({ key, identity, isKnown, ...personOf(service, call, writer.before, identity) })
    }
    const received = byWorkspace.get(key.workspaceId) ?? []
    byWorkspace.set(key.workspaceId, received)
    received.push({ key, messages })
  }
  for (const [workspaceId, received] of byWorkspace)
    await store(service, workspaceId, received, { publicUrl: call.publicUrl, named })
  if (credentials) await storeDeliveries(service, credentials, events)
  for (const failure of ofKind(events, 'undelivered').slice(0, maxFailures))
    await noteFailure(service, await contacts.find(failure.recipient), failure)
  const others = ofKind(events, 'other').flatMap(({ name }) => (isFieldName.test(name) ? name : []))
  if (credentials && others.length > 0) await messaging.countFields(credentials, others, maxFields, service.now())
  return undefined
}

/** A change of the ids by which a channel knows a contact. */
async function namedOf(
  service: Needs<'config' | 'now'>,
  call: ProviderCall,
  previous: ContactIdentity,
  next: ContactIdentity,
): Promise<NamedContact> {
  const found = await call.contacts.find(previous)
  const { workspaceId, credentialsId } = call.credentials ?? { workspaceId: '', credentialsId: '' }
  const key = found ?? { workspaceId, credentialsId, sender: previous.number ?? previous.userId ?? '' }
  return { key, identity: next, isKnown: found !== undefined, ...personOf(service, call, previous, next) }
}

/** Returns how names of a person change contacts of the workspace: not at all for a single name, or on the number for previews. */
function personOf(
  { config, now }: Needs<'config' | 'now'>,
  { account, credentials }: ProviderCall,
  before: ContactIdentity,
  next: ContactIdentity,
): Pick<NamedContact, 'person'> {
  if (!credentials) return {}
  const of = (identity: ContactIdentity) => identifiersOf(account.channel, credentials.credentialsId, identity)
  const person = {
    before: of(before),
    now: of(next),
    mergeIds: [newId(), newId(), newId()],
    at: now(),
    limits: { bytes: config.limits.contactBytes },
  }
  return person.before.length + person.now.length > 1 ? { person } : {}
}

/** Events of one call that change who speaks, or copy what is said. */
const maxOfOwners = 100

const ownerKinds: Readonly<Record<OwnershipEvent['kind'], true>> = {
  echo: true,
  taken: true,
  passed: true,
  standby: true,
}
const isOfOwner = (event: ChannelEvent): event is OwnershipEvent => Object.hasOwn(ownerKinds, event.kind)

const ofKind = <K extends ChannelEvent['kind']>(events: readonly ChannelEvent[], kind: K) =>
  events.filter((event): event is Extract<ChannelEvent, { kind: K }> => event.kind === kind)

const isFieldName = /^[\w.-]{1,64}$/
/** Fields that are counted for one number of a business: providers have fewer. */
const maxFields = 50

/** Returns the messages, except the codes with which phones are confirmed for previews. */
async function messagesIn(
  service: Needs<'storage' | 'now'>,
  { credentials }: ProviderCall,
  events: readonly ChannelEvent[],
): Promise<IncomingMessage[]> {
  const messages = ofKind(events, 'message').map(({ message }) => message)
  if (credentials) return messages
  const left: IncomingMessage[] = []
  for (const message of messages) if (!(await confirmsPhone(service, message))) left.push(message)
  return left
}

/** Messages of one contact. */
interface Received {
  readonly key: ContactKey
  readonly messages: readonly IncomingMessage[]
}

/** Messages of one transaction. A provider repeats a call that fails between two of them. */
const rowsAtOnce = 20
/** Usual calls contain one message, and do not wait in line. */
const usualRows = 5
/** For the limit on long work that waits: about that many bytes for a message. */
const partBytes = rowsAtOnce * 1_000
const maxFailures = 50

/** Stores messages to one workspace and queues the contacts, once all that are in this call are stored. */
async function store(
  { storage, inbox, longWork, now }: Needs<'storage' | 'inbox' | 'longWork' | 'now'>,
  workspaceId: string,
  received: readonly Received[],
  { publicUrl, named }: { publicUrl: string; named: readonly NamedContact[] },
): Promise<void> {
  const isLong = received.reduce((sum, { messages }) => sum + messages.length, 0) > usualRows
  const rows = rowsOf(received, publicUrl, now())
  const stored: InboxMessage[] = []
  let next = rows.next()
  // Rows are made with their part, because thousands take the main thread for a while too.
  const storePart = async () => {
    const part: InboxMessage[] = []
    for (; !next.done && part.length < rowsAtOnce; next = rows.next()) part.push(next.value)
    // Before the answers, which are sent to the number or the id.
    const ofPart = named.filter(({ key }) => part.some(({ sender }) => sender === key.sender))
    const ids = new Set(await storage.messaging.receive(part, true, ofPart))
    for (const row of part) if (ids.has(row.id)) stored.push(row)
  }
  try {
    while (!next.done) await (isLong ? longWork.part(workspaceId, partBytes, storePart) : storePart())
  } finally {
    for (const row of stored) if (row.handledAt === null) inbox.attend(row)
  }
}

/** Messages of a contact that all arrive too late are stored as handled, and not answered. */
function* rowsOf(received: readonly Received[], publicUrl: string, now: number): Generator<InboxMessage, undefined> {
  for (const { key, messages } of received) {
    const callId = newId()
    const isLate = messages.every(({ sentAt }) => sentAt > 0 && sentAt < now - maxDelay)
    const done = isLate ? { body: '', dueAt: null, handledAt: now, outcome: 'late' } : {}
    for (const [position, { id, contact, referral, variables, content, sentAt }] of messages.entries()) {
      const entry = { contact, ...(referral && { referral }), ...(variables && { variables }), content, publicUrl }
      const at = { callId, position, receivedAt: now, sentAt: sentAt || now }
      yield inboxRow(key, entry, { ...at, providerId: id, ...done })
    }
  }
}

/** Reports about messages in one call. */
const maxReports = 1_000

/** Stores which of our messages arrived, were read, or failed. */
async function storeDeliveries(
  { storage, now }: Needs<'storage' | 'now'>,
  credentials: NonNullable<ProviderCall['credentials']>,
  events: readonly ChannelEvent[],
): Promise<void> {
  const reports = events.flatMap((event) => {
    if (event.kind === 'delivery') return { providerId: event.id, state: event.state, at: event.at || now() }
    if (event.kind !== 'undelivered' || event.id === undefined) return []
    return { providerId: event.id, state: 'failed' as const, at: event.at || now() }
  })
  if (reports.length > 0) await storage.messaging.reportDeliveries(credentials, reports.slice(0, maxReports))
}

/** Logs a message that the provider accepted and then failed to deliver. */
async function noteFailure(
  service: Needs<'storage' | 'now'>,
  key: ContactKey | undefined,
  { reason, cause, at }: Extract<ChannelEvent, { kind: 'undelivered' }>,
): Promise<void> {
  const { storage } = service
  const contact = key && (await storage.messaging.find(key))
  if (!contact) return
  const row = contact.sessionId === null ? undefined : await storage.sessions.get(contact.sessionId)
  const now = service.now()
  const failure = {
    reason: reason || 'The provider gave no reason.',
    ...(cause && { cause }),
    // Reports are repeated for days, and their times are in seconds: one of this second is later than any message.
    at: at === 0 ? now : Math.min(at + 999, now),
  }
  await noteUndelivered(service, { key: contact, row }, failure)
}
