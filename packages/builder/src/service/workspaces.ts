import { roleCan } from '@colloquy/permissions'
import { useQuery } from '@tanstack/react-query'
import { keptInBrowser } from '../design/kept.js'
import { type Answer, api } from './api.js'

export type ListedWorkspace = Answer<'listWorkspaces'>['workspaces'][number]

/** Workspaces of the signed-in user, newest first, with their role in each. */
export const useWorkspaces = ({ isEnabled = true } = {}) =>
  useQuery({
    queryKey: ['workspaces'],
    queryFn: () => api.listWorkspaces(),
    select: (response) => response.workspaces,
    enabled: isEnabled,
  })

/** True if the role allows creating bots and changing resources of the workspace. */
export const isMember = (role: ListedWorkspace['role'] | undefined): boolean => roleCan(role, 'bots.create')

/** True if the workspace is suspended or past due: its contents are listed, but cannot be opened or changed. */
export const isFrozen = ({ isSuspended, isPastDue }: ListedWorkspace): boolean => isSuspended || isPastDue

/** True if the service accepts changes in the workspace from the signed-in user: new bots, folders, credentials, domains. */
export const isWritable = (workspace: ListedWorkspace): boolean => isMember(workspace.role) && !isFrozen(workspace)

const lastKey = 'colloquy-last-workspace'

/** Remembers in this browser which workspace was open last, so that the start page opens it again. */
export const rememberWorkspace = (id: string): void => keptInBrowser.set(lastKey, id)

/** Returns the workspace with the given id; otherwise the one that was open last in this browser, or else the newest. */
export function workspaceToOpen(
  workspaces: readonly ListedWorkspace[] | undefined,
  id: string | undefined,
): ListedWorkspace | undefined {
  const find = (wanted: string | null | undefined) => workspaces?.find((workspace) => workspace.id === wanted)
  return find(id) ?? find(keptInBrowser.get(lastKey)) ?? workspaces?.[0]
}
