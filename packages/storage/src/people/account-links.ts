import type { SignIn } from './sign-ins.js'

/** What a user who cannot sign in, or wants to with another address, proves by a link. `hash` is the SHA-256 in hex of what the link holds. */
export interface AccountLink {
  id: string
  userId: string
  /** A new password may be set, or a new email address is confirmed. */
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
   * Uses up all links of the user: sets the password, ends every other sign-in, and begins this one. Where the address is unverified,
   * its API tokens go too: whoever took the address before its owner came keeps nothing. 'missing' (and nothing written) when the link
   * was used meanwhile.
   */
  setPassword(id: string, passwordHash: string, signIn: SignIn, now: number): Promise<'set' | 'missing'>
  /** Uses up all links of the user, and sets and verifies the address. 'taken' when somebody else has it. */
  confirmEmail(id: string, now: number): Promise<'changed' | 'missing' | 'taken'>
  /** The same without a link. The address is verified when `isVerified`, or when it was before and stays the same. */
  changeEmail(userId: string, email: string, isVerified: boolean, now: number): Promise<'changed' | 'taken'>
}
