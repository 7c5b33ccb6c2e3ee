import type { Role, ShareType } from '@colloquy/permissions'
import type { SignIn } from './sign-ins.js'
import type { EndOfItems } from './standing-items.js'

/** `email` is in lowercase and unique; `preferences`: JSON text. */
export interface User {
  id: string
  email: string | null
  /** Time at which the address was proved to belong to the user; null as long as it is not. */
  emailVerifiedAt: number | null
  /** The workspace whose invitation created the account. The workspace may have been deleted. */
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
  /** 'taken' (and nothing written) if another user has this email address. */
  create(user: User): Promise<'created' | 'taken'>
  /** Undefined if there is no such user. */
  update(
    id: string,
    change: Partial<Pick<User, 'name' | 'image' | 'preferences'>>,
    now: number,
  ): Promise<User | undefined>
  /** Marks the address of its user as verified; an address that is already verified keeps its time. Returns false if no user has it. */
  verifyEmail(email: string, now: number): Promise<boolean>
}

/** The part of a user that others may see. */
export interface Person extends Pick<User, 'name' | 'email' | 'image'> {
  isEmailVerified: boolean
}

export interface Member {
  workspaceId: string
  userId: string
  role: Role
  /** Bots whose conversations an agent sees; null for all of them. */
  inboxBots: readonly string[] | null
  user: Person
}
export interface MemberStore {
  /** Admins first, then members, agents and guests; by email. */
  list(workspaceId: string): Promise<Member[]>
  /**
   * Changes nothing if no admin would be left ('last admin'), or if a guest would need a seat and members and invitations already take
   * `seats` ('no seat left'). Otherwise changes the role and the person's items in one transaction. `inboxBots` undefined: as before.
   */
  change(
    workspaceId: string,
    userId: string,
    role: Role,
    seats: number,
    end?: EndOfItems,
    inboxBots?: readonly string[] | null,
  ): Promise<'changed' | 'missing' | 'last admin' | 'no seat left'>
  /** Bots of a workspace whose conversations an agent sees: null for all of them, none for everybody else. */
  inboxBots(workspaceId: string, userId: string): Promise<readonly string[] | null>
  /** Also removes the user's shares of the workspace's bots, and changes their items, in one transaction. */
  remove(workspaceId: string, userId: string, end?: EndOfItems): Promise<'removed' | 'missing' | 'last admin'>
  /** Returns whether the other user is an admin of all, some or none of the workspaces that the user belongs to. */
  lookedAfter(userId: string, adminId: string): Promise<'all' | 'some' | 'none'>
}

/** The access of one user to one bot. The user is at least a guest of its workspace. */
export interface Collaborator {
  botId: string
  userId: string
  type: ShareType
  createdAt: number
  updatedAt: number
}
export interface CollaboratorStore {
  type(botId: string, userId: string): Promise<ShareType | undefined>
  /** Oldest first. */
  list(botId: string): Promise<(Collaborator & { user: Person })[]>
  /** Bots of a workspace that are shared with the user. */
  ofUser(workspaceId: string, userId: string): Promise<{ botId: string; type: ShareType }[]>
  /**
   * Also makes the user a guest of the workspace if they do not belong to it. 'taken' (and nothing written) if the user already is a
   * collaborator.
   */
  add(workspaceId: string, collaborator: Collaborator): Promise<'added' | 'taken'>
  /** Changes the share and the person's items in one transaction. False (and nothing written) if the bot is not shared with them. */
  change(botId: string, userId: string, type: ShareType, now: number, end?: EndOfItems): Promise<boolean>
  /** The same for ending the share. */
  remove(botId: string, userId: string, end?: EndOfItems): Promise<boolean>
}

/** An offer of a role in the workspace (`botId` is null), or of a share of one of its bots. */
export interface Invitation {
  id: string
  workspaceId: string
  botId: string | null
  email: string
  type: Role | ShareType
  /** Bots whose conversations an agent will see, as JSON; null for all of them. */
  inboxBots?: string | null
  /** The SHA-256 in hex of the secret in its link. */
  hash: string
  /** Accepting by the link proves the address, because the link was sent to it or an instance admin created the invitation. */
  provesEmail: boolean
  /** The person who invited; null if the invitation is older than this column. */
  authorId: string | null
  createdAt: number
  updatedAt: number
  expiresAt: number
}

/** An invitation as the invited person sees it. */
export interface ReceivedInvitation extends Invitation {
  workspaceName: string
  /** Null for an invitation to the workspace. */
  botName: string | null
}

export interface InvitationStore {
  /**
   * Writes nothing if this email address is already invited there and that invitation has not expired ('taken'), or if it would need a seat
   * and members and invitations already take `seats` ('no seat left'). Guests and collaborators need no seat.
   */
  create(invitation: Invitation, seats: number): Promise<'created' | 'taken' | 'no seat left'>
  /** Sets `provesEmail`. */
  markAsProof(id: string): Promise<void>
  /** Newest first, including expired ones. */
  list(workspaceId: string, botId: string | null): Promise<Invitation[]>
  findByHash(hash: string): Promise<Invitation | undefined>
  /** Invitations that have not expired, newest first. */
  received(email: string, now: number): Promise<ReceivedInvitation[]>
  /** 'no seat left' as in `create`. */
  change(
    workspaceId: string,
    botId: string | null,
    id: string,
    type: Invitation['type'],
    seats: number,
    now: number,
    inboxBots?: string | null,
  ): Promise<Invitation | 'missing' | 'no seat left'>
  delete(workspaceId: string, botId: string | null, id: string): Promise<boolean>
  /** Deletes an invitation to this email address. */
  decline(id: string, email: string): Promise<boolean>
  /**
   * Uses up the link of an invitation: gives the user the role (a higher one is kept) and starts a login session. Creates a new user in the
   * same transaction; 'taken' (and nothing written) if their email address has an account by then, 'missing' if the invitation is gone.
   * Verifies the user's address if the invitation proves it.
   */
  accept(
    id: string,
    who: { userId: string } | { newUser: User; passwordHash: string },
    signIn: SignIn,
    now: number,
  ): Promise<'accepted' | 'missing' | 'taken'>
  /** Accepts without the link: undefined unless the user has verified the invited address and the invitation has not expired. */
  acceptReceived(id: string, userId: string, now: number): Promise<Invitation | undefined>
}
