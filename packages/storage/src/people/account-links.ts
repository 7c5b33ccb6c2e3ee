import type { SignIn } from './sign-ins.js'

/**
 * A link by which a user who cannot sign in, or who changes their email address, proves who they are. `hash` is the SHA-256 in hex of the
 * secret in the link.
 */
export interface AccountLink {
  id: string
  userId: string
  /** Sets a new password, or confirms a new email address. */
  kind: 'password' | 'email'
  /** The new address; null for passwords. */
  email: string | null
  hash: string
  createdAt: number
  expiresAt: number
}

export interface AccountLinkStore {
  /** Also removes expired links of the same user. 'enough' (and nothing added) if there are already `max` of this kind. */
  create(link: AccountLink, max?: number): Promise<'created' | 'enough'>
  findByHash(hash: string): Promise<AccountLink | undefined>
  /**
   * Uses up all links of the user: sets the password, ends all other login sessions, and starts this one. If the address is unverified, API
   * tokens are deleted too: a person who registered the address before its owner keeps no access. 'missing' (and nothing written) if the
   * link has been used in the meantime.
   */
  setPassword(id: string, passwordHash: string, signIn: SignIn, now: number): Promise<'set' | 'missing'>
  /** Uses up all links of the user, and sets and verifies the address. 'taken' if another user has it. */
  confirmEmail(id: string, now: number): Promise<'changed' | 'missing' | 'taken'>
  /** Changes the address without a link. It is verified if `isVerified`, or if it was verified before and stays the same. */
  changeEmail(userId: string, email: string, isVerified: boolean, now: number): Promise<'changed' | 'taken'>
}
