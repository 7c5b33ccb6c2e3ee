import type { Position } from '../results/result-page.js'
import type { User } from './people.js'

/** An account as instance admins see it. `lastUsedAt`: the latest use of its open login sessions, null without one. */
export interface ListedAccount
  extends Pick<User, 'id' | 'name' | 'email' | 'emailVerifiedAt' | 'isAdmin' | 'createdAt'> {
  lastUsedAt: number | null
  hasPassword: boolean
  workspaces: number
}

/** A workspace as instance admins see it. `members` includes guests; `bots` excludes deleted ones. */
export interface ListedWorkspace {
  id: string
  name: string
  plan: string
  isSuspended: boolean
  isPastDue: boolean
  createdAt: number
  members: number
  bots: number
  fileBytes: number
}

/** `search`: part of a name or an email address; case-insensitive for ASCII letters. `before`: exclusive keyset. */
export interface OperatorPage {
  search?: string | undefined
  before?: Position | undefined
  limit: number
}

/** Queries over the whole instance, for its admins. Newest first. */
export interface OperatorStore {
  listAccounts(page: OperatorPage): Promise<ListedAccount[]>
  listWorkspaces(page: OperatorPage): Promise<ListedWorkspace[]>
}

/** A workspace that would have no admin left without an account. */
export interface OrphanedWorkspace {
  id: string
  name: string
  bots: number
  /** Number of other members and guests. */
  otherMembers: number
  /** Members who could become its admin, by email; at most 100. */
  successors: Pick<User, 'id' | 'name' | 'email'>[]
}

/** Decision about such a workspace. */
export type OrphanDecision = { kind: 'delete' } | { kind: 'hand over'; userId: string }

export interface AccountDeletionStore {
  /** Oldest first. */
  list(userId: string): Promise<OrphanedWorkspace[]>
  /**
   * Deletes an account with its login sessions, API tokens, links, memberships and shares; comments stay without their author. All or
   * nothing. 'undecided' unless `decisions` names exactly the workspaces that would have no admin, and successors among their members;
   * 'last instance admin' if there is no other instance admin.
   */
  delete(
    userId: string,
    decisions: ReadonlyMap<string, OrphanDecision>,
  ): Promise<'deleted' | 'missing' | 'undecided' | 'last instance admin'>
}
