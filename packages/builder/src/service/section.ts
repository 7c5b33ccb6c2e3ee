import type { Answer } from './api.js'
import type { User } from './user.js'
import type { ListedWorkspace } from './workspaces.js'

type Workspace = Answer<'getWorkspace'>['workspace']
type Role = ListedWorkspace['role']

/** Props of each section of a workspace's settings. */
export interface SectionProps {
  workspace: Workspace
  user: User
  /** Role of the user in the workspace; undefined for an instance admin who is not a member. */
  role: Role | undefined
  /** True if the user may change resources of the workspace, such as credentials and domains. */
  mayChange: boolean
}
