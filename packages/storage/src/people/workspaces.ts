import type { Role } from '@colloquy/permissions'

export interface Workspace {
  id: string
  name: string
  icon: string | null
  plan: string
  paymentProviderId: string | null
  customChatsLimit: number | null
  customSeatsLimit: number | null
  isSuspended: boolean
  isPastDue: boolean
  isVerified: boolean | null
  /** True if nothing of the workspace may be sent to language models that others operate. */
  isClosedToModels: boolean
  /** Number of the secret with which pages sign who their visitors are, and when it was last replaced. */
  identityVersion: number
  identityRotatedAt: number | null
  /** When people are there, as JSON. */
  businessHours: string | null
  /** Minutes after which the conversations of a person who is away go back to the queue; null for never. */
  awayMinutes: number | null
  /** Minutes that a visitor waits, while nobody looks, until people get an email; null for never. */
  waitingMailMinutes: number | null
  createdAt: number
  updatedAt: number
}

export interface WorkspaceStore {
  /** Creates it with its owner as ADMIN; false (and nothing written) if that user already belongs to a workspace with exactly this name. */
  create(workspace: Workspace, ownerId: string): Promise<boolean>
  get(id: string): Promise<Workspace | undefined>
  role(id: string, userId: string): Promise<Role | undefined>
  /** Makes the user a member with this role, which replaces an earlier one. */
  setRole(id: string, userId: string, role: Role): Promise<void>
  /** Workspaces that the user belongs to, each with the user's role, newest first. */
  list(userId: string): Promise<(Workspace & { role: Role })[]>
  update(
    id: string,
    change: Partial<
      Pick<
        Workspace,
        | 'name'
        | 'icon'
        | 'isSuspended'
        | 'isPastDue'
        | 'isClosedToModels'
        | 'plan'
        | 'businessHours'
        | 'awayMinutes'
        | 'waitingMailMinutes'
      >
    >,
    now: number,
  ): Promise<Workspace | undefined>
  /** Replaces the secret with which pages sign who their visitors are. */
  rotateIdentity(id: string, now: number): Promise<Workspace | undefined>
  /** Deletes it with everything in it. */
  delete(id: string): Promise<boolean>
}
