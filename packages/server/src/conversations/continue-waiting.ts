import { ApiError } from '@colloquy/api'
import type { SessionRow } from '@colloquy/storage'
import { continueUnanswered } from '../messaging/continue-unanswered.js'
import { isTemporary } from '../messaging/take-reply.js'
import type { Service } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { giveUpWaiting } from './hand-back-at.js'

/**
 * Continues a session whose visitor has not answered in time, or for whom no person has come in time. Returns when to try again, or null if
 * there is nothing left to do; undefined: a turn has been committed, or the lease has to expire first.
 */
export async function continueWaiting(service: Service, row: SessionRow): Promise<number | null | undefined> {
  if (holdOf(row)?.by !== 'queue') return continueUnanswered(service, row)
  try {
    await giveUpWaiting(service, row)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return isTemporary(error) ? undefined : null
  }
}
