import type { PersonOutcome } from '@colloquy/engine'
import type { AbsenceKind } from '@colloquy/flow'
import { type BusinessHours, isOpenAt, opensNextAt } from '@colloquy/flow/business-hours'
import type { Workspace } from '@colloquy/storage'
import type { TurnScope } from '../effects/effects.js'
import type { Needs } from '../service.js'

/** Whether a person can be asked for: nobody is without a visitor, or for a reason that the block has an exit for. */
export async function askPerson(
  { storage, now }: Needs<'storage' | 'now'>,
  unless: readonly AbsenceKind[],
  { workspaceId, mode }: Pick<TurnScope, 'workspaceId' | 'mode'>,
): Promise<PersonOutcome> {
  const answer = mode === 'live' ? 'asked' : 'not asked'
  if (!unless.includes('outside-hours')) return { answer }
  const workspace = await storage.workspaces.get(workspaceId)
  const hours = workspace && hoursOf(workspace)
  if (!hours || (mode === 'live' && isOpenAt(hours, now()))) return { answer }
  const opensAt = opensNextAt(hours, now())
  const back = { timeZone: hours.timeZone, ...(opensAt !== undefined && { opensAt }) }
  return mode === 'live' ? { answer: 'absent', reason: 'outside-hours', ...back } : { answer, ...back }
}

/** The business hours of a workspace; undefined if it has none. */
export const hoursOf = ({ businessHours }: Pick<Workspace, 'businessHours'>): BusinessHours | undefined =>
  businessHours === null ? undefined : JSON.parse(businessHours)
