import { ApiError } from '@colloquy/api'
import { groupByIdOrTitle, type Session } from '@colloquy/engine'
import type { Hold } from '@colloquy/storage'
import { noPage } from '../http/allowed-origin.js'
import { newId } from '../ids.js'
import { inboxRow } from '../messaging/inbox-entry.js'
import type { Needs, Service } from '../service.js'
import { BotSpeaks } from '../sessions/hold.js'
import { continueTurn } from '../turns/continue-turn.js'
import { holderEvent, liveSession } from './change-holder.js'

interface HandBack extends Pick<Hold, 'who' | 'name' | 'why'> {
  /** Id or title of a group. */
  group: string
  /** The flow comes back to the block that waits, once the group has ended. */
  returns: boolean | undefined
  publicUrl: string
}

/**
 * Lets the bot speak again at a group, with all variables. The group runs in a turn that is committed together with the change of the
 * holder. What the turn says goes to the visitor's page or channel. Does nothing if the bot speaks already.
 */
export async function handBackAt(service: Service, sessionId: string, options: HandBack): Promise<void> {
  const row = await liveSession(service, sessionId)
  if (row.held === null) return
  const session = JSON.parse(row.state) as Session
  const groupId = await groupIdOf(service, session, options.group)
  const { messaging, conversations, changes } = service.storage
  const key = newId()
  const contact = session.channel === 'messaging' ? await messaging.ofSession(sessionId) : undefined
  if (contact) {
    // Stored first: if this process is killed after the turn, another one sends what the turn says.
    const now = service.now()
    const entry = { handBack: true as const, publicUrl: options.publicUrl }
    const due = { id: key, providerId: key, sessionId, dueAt: now + maxTurnLength }
    await messaging.receive([inboxRow(contact, entry, { callId: key, receivedAt: now, ...due })], false)
  }
  const event = holderEvent(row, { ...options, to: 'bot', turnKey: key }, service.now())
  await conversations.add(event, { max: Number.POSITIVE_INFINITY, expiresAt: 0 })
  try {
    await continueTurn(service, {
      sessionId,
      handBack: { groupId, ...(options.returns && { returns: true }) },
      key,
      textFormat: 'richText',
      referrer: noPage(options.publicUrl),
      rawBody: key,
      arrival: { bytes: 0 },
    })
  } catch (error) {
    if (!(error instanceof BotSpeaks)) throw error
  }
  await conversations.update(row.workspaceId, sessionId, { state: 'returned', waitingSince: null })
  await changes.publish('conversations', sessionId)
  if (!contact) return
  await messaging.progress(row.workspaceId, key, { dueAt: service.now() })
  service.inbox.attend(contact)
}

/** Milliseconds. A turn that has not been committed by then never is. */
const maxTurnLength = 120_000

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
