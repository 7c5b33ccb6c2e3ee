import { isMember, useWorkspaces } from '../service/workspaces.js'
import { useStudio } from './studio.js'

interface Belonging {
  /** One belongs to the workspace of the bot, in whichever role, and may speak about the bot. */
  isHere: boolean
  /** One may change what all bots of the workspace share. */
  isMember: boolean
  /** As long as it is not known whether one belongs here. */
  isPending: boolean
}

/** Where one belongs, beside what one may do with the bot itself. */
export function useBelonging(): Belonging {
  const { bot, access } = useStudio()
  const workspaces = useWorkspaces({ isEnabled: access !== 'guest' })
  const own = workspaces.data?.find(({ id }) => id === bot.workspaceId)
  // Nobody edits a bot who does not belong there.
  const isHere = access === 'write' || own !== undefined
  return { isHere, isMember: isMember(own?.role), isPending: !isHere && workspaces.isLoading }
}
