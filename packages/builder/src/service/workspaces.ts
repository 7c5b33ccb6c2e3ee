import { useQuery } from '@tanstack/react-query'
import { type Answer, request } from './request.js'

export type ListedWorkspace = Answer<'listWorkspaces'>['workspaces'][number]

/** The workspaces of who is signed in, newest first, with their role in each. */
export const useWorkspaces = ({ isEnabled = true } = {}) =>
  useQuery({
    queryKey: ['workspaces'],
    queryFn: () => request<'listWorkspaces'>('GET', 'workspaces'),
    select: (answer) => answer.workspaces,
    enabled: isEnabled,
  })

/** Whether one makes bots there, and changes what belongs to it: as everybody does but guests. */
export const isMember = (role: ListedWorkspace['role'] | undefined): boolean => role === 'ADMIN' || role === 'MEMBER'

/** Whether the service holds it back: what is in it is listed, and neither opened nor changed. */
export const isFrozen = ({ isSuspended, isPastDue }: ListedWorkspace): boolean => isSuspended || isPastDue

/** Whether the service takes changes there from who is signed in: new bots, folders, credentials, domains. */
export const takesChanges = (workspace: ListedWorkspace): boolean => isMember(workspace.role) && !isFrozen(workspace)

const lastKey = 'colloquy-last-workspace'

/** Keeps in this browser which workspace was open last, so that the start page opens it again. */
export const rememberWorkspace = (id: string): void => localStorage.setItem(lastKey, id)

/** The workspace of an id; without one, the last one that was open in this browser, else the newest. */
export function workspaceToOpen(
  workspaces: readonly ListedWorkspace[] | undefined,
  id: string | undefined,
): ListedWorkspace | undefined {
  const find = (wanted: string | null | undefined) => workspaces?.find((workspace) => workspace.id === wanted)
  return find(id) ?? find(localStorage.getItem(lastKey)) ?? workspaces?.[0]
}
