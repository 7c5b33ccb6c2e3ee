import type { Answer } from './request.js'
import type { User } from './user.js'
import type { ListedWorkspace } from './workspaces.js'

type Workspace = Answer<'getWorkspace'>['workspace']
type Role = ListedWorkspace['role']

/** What each section of a workspace's settings is given. */
export interface SectionProps {
  workspace: Workspace
  user: User
  /** Theirs in the workspace; none of who looks after the instance and does not belong here. */
  role: Role | undefined
  /** Whether what belongs to it, such as credentials and domains, may be changed. */
  mayChange: boolean
}
