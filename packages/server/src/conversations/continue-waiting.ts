import { ApiError } from '@colloquy/api'
import type { SessionRow } from '@colloquy/storage'
import { continueUnanswered } from '../messaging/continue-unanswered.js'
import { isTemporary } from '../messaging/take-reply.js'
import type { Service } from '../service.js'
import { holdOf } from '../sessions/hold.js'
import { endIdle } from './end-idle.js'
import { giveUpWaiting } from './hand-back-at.js'

/**
 * Continues a session whose visitor has not answered in time, for whom no person has come in time, or in which nobody writes any more. Returns when to try again, or null if
 * there is nothing left to do; undefined: a turn has been committed, or the lease has to expire first.
 */
export async function continueWaiting(service: Service, row: SessionRow): Promise<number | null | undefined> {
  const hold = holdOf(row)
  if (!hold) return continueUnanswered(service, row)
  try {
    if (hold.by !== 'queue') return await endIdle(service, row, hold)
    await giveUpWaiting(service, row)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return isTemporary(error) ? undefined : null
  }
}
