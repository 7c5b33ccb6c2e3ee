import type { User } from '../app/user.js'
import type { Answer } from '../service/request.js'

type Workspace = Answer<'getWorkspace'>['workspace']

/** What each section of a workspace's settings is given. */
export interface SectionProps {
  workspace: Workspace
  user: User
}
