import type { Role } from '@colloquy/permissions'
import { isMember, useWorkspaces } from '../service/workspaces.js'
import { useBotEditor } from './bot-editor.js'

interface Membership {
  /** True if the user is in the workspace of the bot, in any role, and may comment on the bot. */
  isHere: boolean
  /** Role of the user in the workspace; undefined while it is loaded, and for people who do not belong to it. */
  role: Role | undefined
  /** True if the user may change resources that all bots of the workspace share. */
  isMember: boolean
  /** True until it is known whether the user is in the workspace. */
  isPending: boolean
}

/** Membership of the user in the workspace, apart from their access to the bot. */
export function useMembership(): Membership {
  const { bot, can } = useBotEditor()
  const workspaces = useWorkspaces({ isEnabled: can('bot.read') })
  const own = workspaces.data?.find(({ id }) => id === bot.workspaceId)
  // Only people in the workspace can edit a bot.
  const isHere = can('bot.edit') || own !== undefined
  return { isHere, role: own?.role, isMember: isMember(own?.role), isPending: !isHere && workspaces.isLoading }
}
