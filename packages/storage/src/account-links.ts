import type { SignIn } from './sign-ins.js'

/** What a user who cannot sign in, or wants to with another address, proves by a link. `hash` is the SHA-256 in hex of what the link holds. */
export interface AccountLink {
  id: string
  userId: string
  /** A new password may be set, or a new e-mail address is confirmed. */
  kind: 'password' | 'email'
  /** The new address; null for passwords. */
  email: string | null
  hash: string
  createdAt: number
  expiresAt: number
}

export interface AccountLinkStore {
  /** Removes expired ones of the same user, too. 'enough' (and nothing added) when there are `most` of this kind already. */
  create(link: AccountLink, most?: number): Promise<'created' | 'enough'>
  findByHash(hash: string): Promise<AccountLink | undefined>
  /**
   * Uses a link up, and all others of its user for a password: the password is set, every sign-in ends, and this one begins. 'missing'
   * (and nothing written) when somebody was faster.
   */
  setPassword(id: string, passwordHash: string, signIn: SignIn, now: number): Promise<'set' | 'missing'>
  /** Uses a link up, and all others of its user: they signed in with the address from before. 'taken' when somebody else has the new one. */
  confirmEmail(id: string, now: number): Promise<'changed' | 'missing' | 'taken'>
  /** The same without a link. */
  changeEmail(userId: string, email: string, now: number): Promise<'changed' | 'taken'>
}
