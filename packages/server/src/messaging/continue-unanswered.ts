import { ApiError } from '@colloquy/api'
import type { SessionRow } from '@colloquy/storage'
import { noPage } from '../http/allowed-origin.js'
import { newId } from '../ids.js'
import type { Service } from '../service.js'
import { continueTurn, keyOfWait } from '../turns/continue-turn.js'
import { measured } from '../turns/measured.js'
import { inboxRow } from './inbox-entry.js'
import { isTemporary } from './take-reply.js'

/** Milliseconds after which a workspace may no longer be suspended. */
const suspendedPause = 1_800_000

/**
 * Continues a session whose visitor has not answered in time: on the web by a turn, in a messaging app by a message in the inbox of the
 * contact, so that it keeps the order of what they write. Returns when to try again, or null if there is nothing left to do; undefined: a turn has been
 * committed, or the lease has to expire first.
 */
export async function continueUnanswered(service: Service, row: SessionRow): Promise<number | null | undefined> {
  const session = service.sessionCache.read(row)
  const { noAnswer } = session
  if (!noAnswer || row.releaseId === null || row.held !== null) return null
  const { waitId } = noAnswer
  const { publicUrl = '' } = service.config
  if (session.channel === 'messaging') {
    const contact = await service.storage.messaging.ofSession(row.id)
    if (!contact) return null
    const entry = { noAnswer: { waitId }, publicUrl }
    const at = { callId: newId(), receivedAt: service.now(), providerId: keyOfWait(waitId) }
    await service.storage.messaging.receive([inboxRow(contact, entry, at)], false)
    service.inbox.attend(contact)
    return null
  }
  const request = {
    sessionId: row.id,
    message: { type: 'no-answer', waitId } as const,
    receivedAt: row.updatedAt,
    textFormat: noAnswer.textFormat ?? ('richText' as const),
    referrer: noPage(...(publicUrl ? [publicUrl] : [])),
    rawBody: undefined,
    arrival: { bytes: 0 },
  }
  try {
    await measured(service, 'continue', () => continueTurn(service, request))
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'workspace_suspended') return service.now() + suspendedPause
    return isTemporary(error) ? undefined : null
  }
}
