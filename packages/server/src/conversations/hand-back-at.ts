import { ApiError } from '@colloquy/api'
import { groupByIdOrTitle, type HandBack, type Session } from '@colloquy/engine'
import { blockExits } from '@colloquy/flow/blocks'
import type { Conversation, Hold, SessionRow } from '@colloquy/storage'
import { noPage } from '../http/allowed-origin.js'
import { newId } from '../ids.js'
import { inboxRow } from '../messaging/inbox-entry.js'
import type { Needs, Service } from '../service.js'
import { BotSpeaks, SomebodySpeaks } from '../sessions/hold.js'
import { continueTurn } from '../turns/continue-turn.js'
import { giveBack, holderEvent, liveSession } from './change-holder.js'
import { maxTurnLength } from './max-turn-length.js'
import { peopleEntry } from './people-entry.js'

interface From extends Pick<Hold, 'who' | 'name' | 'why'> {
  publicUrl: string
}

/**
 * Lets the bot speak again: at a group, given by id or title, or else behind the block that asked for a person, or at the block that waits.
 * With `returns`, the flow comes back to the block that waits, once the group has ended. Does nothing if the bot speaks already.
 */
export async function returnToBot(
  service: Service,
  sessionId: string,
  from: From & { group?: string | undefined; returns?: boolean | undefined },
): Promise<void> {
  const { group, returns, ...by } = from
  const row = await liveSession(service, sessionId)
  if (row.held === null) return
  const session = JSON.parse(row.state) as Session
  if (group !== undefined) {
    const groupId = await groupIdOf(service, session, group)
    await continueFrom(service, row, { ...by, handBack: { groupId, ...(returns && { returns: true }) } })
  } else if (session.person) await continueFrom(service, row, { ...by, handBack: { exit: 'returned' } })
  else await giveBack(service, sessionId, by)
}

/** Lets the bot continue by the exit for a conversation that a person has resolved, if its flow has asked for one and has that exit. */
export async function resolve(service: Service, sessionId: string, by: From): Promise<void> {
  const row = await liveSession(service, sessionId)
  if (row.held === null || !(await hasExit(service, row, 'resolved'))) return
  const conversation = await service.storage.conversations.get(row.workspaceId, sessionId)
  // The visitor has written since it was resolved.
  if (conversation?.state !== 'resolved') return
  await continueFrom(service, row, { ...by, handBack: { exit: 'resolved' }, isResolved: true })
}

/** Lets the bot continue by the exit for a conversation that nobody has taken until the end of the wait. */
export async function giveUpWaiting(service: Service, row: SessionRow): Promise<void> {
  const { noAnswer, person } = JSON.parse(row.state) as Session
  if (!noAnswer || !person) return
  const { publicUrl = '' } = service.config
  const handBack = { exit: 'gave-up' as const, waitId: noAnswer.waitId }
  await continueFrom(service, row, { why: 'gave up', publicUrl, handBack })
}

interface Continuation extends From {
  handBack: HandBack & { waitId?: string }
  /** State of the conversation in the inbox afterwards. */
  state?: Extract<Conversation['state'], 'returned' | 'resolved'>
  /** The conversation is marked as resolved already. */
  isResolved?: true
}

/**
 * Lets the bot continue in a turn that is committed together with the change of the holder. What the turn says goes to the visitor's page or
 * channel. Does nothing if the bot speaks already.
 */
export async function continueFrom(service: Service, row: SessionRow, options: Continuation): Promise<void> {
  const { handBack, publicUrl, state = 'returned' } = options
  const sessionId = row.id
  const session = JSON.parse(row.state) as Session
  const { messaging, conversations, changes } = service.storage
  const key = newId()
  const contact = session.channel === 'messaging' ? await messaging.ofSession(sessionId) : undefined
  if (contact) {
    // Stored first: if this process is killed after the turn, another one sends what the turn says.
    const now = service.now()
    const entry = { handBack: true as const, publicUrl }
    const due = { id: key, providerId: key, sessionId, dueAt: now + maxTurnLength }
    await messaging.receive([inboxRow(contact, entry, { callId: key, receivedAt: now, ...due })], false)
  }
  const event = holderEvent(row, { ...options, to: 'bot', turnKey: key }, service.now())
  await conversations.add(event, { max: Number.POSITIVE_INFINITY, expiresAt: 0 })
  const people = await peopleEntry(service, row)
  try {
    await continueTurn(service, {
      sessionId,
      handBack,
      ...(people !== undefined && { people }),
      key,
      textFormat: session.noAnswer?.textFormat ?? 'richText',
      referrer: noPage(publicUrl),
      rawBody: key,
      arrival: { bytes: 0 },
    })
  } catch (error) {
    if (!(error instanceof BotSpeaks || error instanceof SomebodySpeaks)) throw error
  }
  // The flow may have asked for a person again. A conversation that a person has resolved is resolved, unless the visitor has written meanwhile.
  if (!options.isResolved) {
    const change = { state, waitingSince: null, ...(state === 'resolved' && { resolvedAt: service.now() }) }
    await conversations.update(row.workspaceId, sessionId, change, { isOfBot: true })
  }
  await changes.publish('conversations', sessionId)
  if (!contact) return
  await messaging.progress(row.workspaceId, key, { dueAt: service.now() })
  service.inbox.attend(contact)
}

async function groupIdOf(
  { compiledFlows }: Needs<'compiledFlows'>,
  { frames }: Session,
  name: string,
): Promise<string> {
  for (const { programId } of frames) {
    const compiledFlow = await compiledFlows.byId(programId)
    const group = compiledFlow && groupByIdOrTitle(compiledFlow, name)
    if (group) return group.id
  }
  throw new ApiError('start_group_not_found', {
    message: `The flow has no group "${name}" to continue at. Send the id or the title of one of its groups.`,
  })
}

/** True if the block that has asked for a person has this exit, and it leads somewhere. */
async function hasExit({ compiledFlows }: Needs<'compiledFlows'>, row: SessionRow, kind: 'resolved'): Promise<boolean> {
  const { person, frames } = JSON.parse(row.state) as Session
  const compiledFlow = person && (await compiledFlows.byId(frames[0]?.programId ?? ''))
  const asking = compiledFlow?.blockById.get(person?.blockId ?? '')
  return (
    asking !== undefined && blockExits(asking.block).some(({ on, outgoingEdgeId }) => on === kind && outgoingEdgeId)
  )
}
