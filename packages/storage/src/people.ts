import type { SignIn } from './sign-ins.js'

/** `email` is in lower case, and the user's alone; `preferences`: JSON text. */
export interface User {
  id: string
  email: string | null
  name: string | null
  image: string | null
  preferences: string | null
  isAdmin: boolean
  createdAt: number
  updatedAt: number
}
export interface UserStore {
  get(id: string): Promise<User | undefined>
  first(): Promise<User | undefined>
  findByEmail(email: string): Promise<User | undefined>
  /** 'taken' (and nothing written) when another user has this e-mail address. */
  create(user: User): Promise<'created' | 'taken'>
  /** 'taken' (and nothing written) when another user has this e-mail address. */
  update(
    id: string,
    change: Partial<Pick<User, 'email' | 'name' | 'image' | 'preferences'>>,
    now: number,
  ): Promise<{ kind: 'updated'; user: User } | { kind: 'missing' | 'taken' }>
}

export type Role = 'ADMIN' | 'MEMBER' | 'GUEST'

/** What of a user others may see. */
export type Person = Pick<User, 'name' | 'email' | 'image'>

export interface Member {
  workspaceId: string
  userId: string
  role: Role
  user: Person
}
export interface MemberStore {
  /** Admins first, then members, then guests; by e-mail. */
  list(workspaceId: string): Promise<Member[]>
  /** 'last admin' (and nothing changed) when no admin would be left. */
  change(workspaceId: string, userId: string, role: Role): Promise<'changed' | 'missing' | 'last admin'>
  /** With all that the user was given of the workspace's bots. */
  remove(workspaceId: string, userId: string): Promise<'removed' | 'missing' | 'last admin'>
  /** Of the workspaces that one user belongs to, how many another looks after as their admin. */
  lookedAfter(userId: string, adminId: string): Promise<'all' | 'some' | 'none'>
  /** How many people have a seat or are invited to one; guests need none. */
  countSeats(workspaceId: string): Promise<number>
}

export type CollaborationType = 'READ' | 'WRITE' | 'FULL_ACCESS'
/** What one user may do with one bot. Such a user is at least a guest of its workspace. */
export interface Collaborator {
  botId: string
  userId: string
  type: CollaborationType
  createdAt: number
  updatedAt: number
}
export interface CollaboratorStore {
  type(botId: string, userId: string): Promise<CollaborationType | undefined>
  /** Oldest first. */
  list(botId: string): Promise<(Collaborator & { user: Person })[]>
  /** Which bots of a workspace the user was given. */
  ofUser(workspaceId: string, userId: string): Promise<{ botId: string; type: CollaborationType }[]>
  /** Makes the user a guest of the workspace, too, if need be. 'taken' (and nothing written) when there is one already. */
  add(workspaceId: string, collaborator: Collaborator): Promise<'added' | 'taken'>
  change(botId: string, userId: string, type: CollaborationType, now: number): Promise<boolean>
  remove(botId: string, userId: string): Promise<boolean>
}

/** A place kept for somebody without an account: in the workspace (`botId` is null), or at one of its bots. */
export interface Invitation {
  id: string
  workspaceId: string
  botId: string | null
  email: string
  type: Role | CollaborationType
  /** The SHA-256 in hex of what its link holds. */
  hash: string
  createdAt: number
  updatedAt: number
  expiresAt: number
}
export interface InvitationStore {
  /** 'taken' (and nothing written) when this e-mail address is invited there already, unless that one has expired. */
  create(invitation: Invitation): Promise<'created' | 'taken'>
  /** Newest first, those that have expired included. */
  list(workspaceId: string, botId: string | null): Promise<Invitation[]>
  findByHash(hash: string): Promise<Invitation | undefined>
  change(
    workspaceId: string,
    botId: string | null,
    id: string,
    type: Invitation['type'],
    now: number,
  ): Promise<Invitation | undefined>
  delete(workspaceId: string, botId: string | null, id: string): Promise<boolean>
  /**
   * Uses it up: the user gets the place, or keeps a better one, and is signed in. Somebody new is created in the same transaction; 'taken' (and nothing
   * written) when their e-mail address has an account by now, 'missing' when the invitation is gone.
   */
  accept(
    id: string,
    who: { userId: string } | { newUser: User; passwordHash: string },
    signIn: SignIn,
    now: number,
  ): Promise<'accepted' | 'missing' | 'taken'>
}
