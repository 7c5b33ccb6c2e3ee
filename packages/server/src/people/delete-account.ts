import { ApiError, type Endpoints } from '@colloquy/api'
import type { OrphanDecision, OrphanedWorkspace } from '@colloquy/storage'
import type * as z from 'zod'
import type { Needs } from '../service.js'

type Decisions = z.output<Endpoints['deleteAccount']['body']>['workspaces']

/**
 * Deletes an account, and carries out the decisions about the workspaces that would be left without an admin. Throws when the decisions do
 * not match these workspaces.
 */
export async function deleteAccount(
  service: Needs<'storage' | 'remover' | 'botCache'>,
  userId: string,
  given: Decisions,
): Promise<void> {
  const decisions = new Map(given.map((one): [string, OrphanDecision] => [one.workspaceId, decisionOf(one)]))
  if (decisions.size < given.length) throw new ApiError('workspaces_undecided')
  const outcome = await service.storage.accountDeletion.delete(userId, decisions)
  if (outcome === 'missing') throw new ApiError('user_not_found')
  if (outcome === 'last instance admin') throw new ApiError('last_instance_admin')
  if (outcome === 'undecided') throw new ApiError('workspaces_undecided')
  service.botCache.forget(undefined)
  service.remover.soon()
}

/** The workspaces that need a decision, as the API returns them. */
export async function orphanDocuments(service: Needs<'storage'>, userId: string) {
  const workspaces = await service.storage.accountDeletion.list(userId)
  return { workspaces: workspaces.map(orphanDocument) }
}

function orphanDocument({ successors, ...workspace }: OrphanedWorkspace) {
  return { ...workspace, successors: successors.map(({ id, name, email }) => ({ userId: id, name, email })) }
}

function decisionOf(one: Decisions[number]): OrphanDecision {
  return one.action === 'delete' ? { kind: 'delete' } : { kind: 'hand over', userId: one.userId }
}
