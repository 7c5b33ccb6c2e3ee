import type { PersonOutcome } from '@colloquy/engine'
import type { AbsenceKind } from '@colloquy/flow'
import { type BusinessHours, isOpenAt, opensNextAt } from '@colloquy/flow/business-hours'
import type { Workspace } from '@colloquy/storage'
import type { TurnScope } from '../effects/effects.js'
import type { Needs } from '../service.js'

/** Asks for a person. Does nothing without a visitor, or if the block has an exit for the reason why nobody can answer. */
export async function askPerson(
  { storage, now }: Needs<'storage' | 'now'>,
  unless: readonly AbsenceKind[],
  { workspaceId, mode }: Pick<TurnScope, 'workspaceId' | 'mode'>,
): Promise<PersonOutcome> {
  const answer = mode === 'live' ? 'asked' : 'not asked'
  const time = now()
  if (unless.includes('outside-hours')) {
    const workspace = await storage.workspaces.get(workspaceId)
    const hours = workspace && hoursOf(workspace)
    const opensAt = hours && opensNextAt(hours, time)
    const back = hours && { timeZone: hours.timeZone, ...(opensAt !== undefined && { opensAt }) }
    if (mode !== 'live') return { answer, ...back }
    if (hours && !isOpenAt(hours, time)) return { answer: 'absent', reason: 'outside-hours', ...back }
  }
  if (mode !== 'live' || !unless.includes('nobody-available')) return { answer }
  const isThere = await storage.inboxPresence.isAnyoneThere(workspaceId, time - thereFor)
  return isThere ? { answer } : { answer: 'absent', reason: 'nobody-available' }
}

/** Milliseconds for which somebody is there who was seen in the inbox: a heartbeat of its stream is noted at least every 45 s. */
const thereFor = 75_000

/** The business hours of a workspace; undefined if it has none. */
export const hoursOf = ({ businessHours }: Pick<Workspace, 'businessHours'>): BusinessHours | undefined =>
  businessHours === null ? undefined : JSON.parse(businessHours)
