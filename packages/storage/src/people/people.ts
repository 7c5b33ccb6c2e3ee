import type { SignIn } from './sign-ins.js'

/** `email` is in lower case, and the user's alone; `preferences`: JSON text. */
export interface User {
  id: string
  email: string | null
  /** When the address was proved to belong to the user; null while nothing proves it. */
  emailVerifiedAt: number | null
  /** The workspace whose invitation created the account. It may be gone. */
  originWorkspaceId: string | null
  name: string | null
  image: string | null
  preferences: string | null
  isAdmin: boolean
  createdAt: number
  updatedAt: number
}
export interface UserStore {
  get(id: string): Promise<User | undefined>
  /** The oldest instance admin. */
  first(): Promise<User | undefined>
  findByEmail(email: string): Promise<User | undefined>
  /** 'taken' (and nothing written) when another user has this email address. */
  create(user: User): Promise<'created' | 'taken'>
  /** Undefined when there is no such user. */
  update(
    id: string,
    change: Partial<Pick<User, 'name' | 'image' | 'preferences'>>,
    now: number,
  ): Promise<User | undefined>
  /** Marks the address of whoever has it as verified; a verified one keeps its time. Returns false when nobody has it. */
  verifyEmail(email: string, now: number): Promise<boolean>
}

export type Role = 'ADMIN' | 'MEMBER' | 'GUEST'

/** The part of a user that others may see. */
export interface Person extends Pick<User, 'name' | 'email' | 'image'> {
  isEmailVerified: boolean
}

export interface Member {
  workspaceId: string
  userId: string
  role: Role
  user: Person
}
export interface MemberStore {
  /** Admins first, then members, then guests; by email. */
  list(workspaceId: string): Promise<Member[]>
  /**
   * Changes nothing when no admin would be left ('last admin'), or when a guest would need a seat and members and invitations
   * already take `seats` ('no seat left').
   */
  change(
    workspaceId: string,
    userId: string,
    role: Role,
    seats: number,
  ): Promise<'changed' | 'missing' | 'last admin' | 'no seat left'>
  /** With all that the user was given of the workspace's bots. */
  remove(workspaceId: string, userId: string): Promise<'removed' | 'missing' | 'last admin'>
  /** Of the workspaces that one user belongs to, how many another looks after as their admin. */
  lookedAfter(userId: string, adminId: string): Promise<'all' | 'some' | 'none'>
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

/** An offer of a role in the workspace (`botId` is null), or of a share of one of its bots. */
export interface Invitation {
  id: string
  workspaceId: string
  botId: string | null
  email: string
  type: Role | CollaborationType
  /** The SHA-256 in hex of what its link holds. */
  hash: string
  /** Accepting by the link proves the address: the link was sent to it, or an instance admin made the invitation. */
  provesEmail: boolean
  createdAt: number
  updatedAt: number
  expiresAt: number
}

/** An invitation as the invited person sees it. */
export interface ReceivedInvitation extends Invitation {
  workspaceName: string
  /** Null when it is to the workspace. */
  botName: string | null
}

export interface InvitationStore {
  /**
   * Writes nothing when this email address is invited there already and that invitation has not expired ('taken'), or when it would
   * need a seat and members and invitations already take `seats` ('no seat left'). Guests and collaborators need no seat.
   */
  create(invitation: Invitation, seats: number): Promise<'created' | 'taken' | 'no seat left'>
  /** Sets `provesEmail`. */
  markAsProof(id: string): Promise<void>
  /** Newest first, those that have expired included. */
  list(workspaceId: string, botId: string | null): Promise<Invitation[]>
  findByHash(hash: string): Promise<Invitation | undefined>
  /** Those that have not expired, newest first. */
  received(email: string, now: number): Promise<ReceivedInvitation[]>
  /** 'no seat left' as in `create`. */
  change(
    workspaceId: string,
    botId: string | null,
    id: string,
    type: Invitation['type'],
    seats: number,
    now: number,
  ): Promise<Invitation | 'missing' | 'no seat left'>
  delete(workspaceId: string, botId: string | null, id: string): Promise<boolean>
  /** Deletes an invitation to this email address. */
  decline(id: string, email: string): Promise<boolean>
  /**
   * Uses the link of an invitation up: the user gets the role, or keeps a better one, and is signed in. Creates a new user in the same
   * transaction; 'taken' (and nothing written) when their email address has an account by now, 'missing' when the invitation is gone.
   * Verifies the address of the user when the invitation proves it.
   */
  accept(
    id: string,
    who: { userId: string } | { newUser: User; passwordHash: string },
    signIn: SignIn,
    now: number,
  ): Promise<'accepted' | 'missing' | 'taken'>
  /** Accepts without the link: undefined unless the user has the invited address, verified, and the invitation has not expired. */
  acceptReceived(id: string, userId: string, now: number): Promise<Invitation | undefined>
}
