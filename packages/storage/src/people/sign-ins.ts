/** A login session: the permission of one browser to act as a user. `hash` is the SHA-256 in hex of the secret in its cookie. */
export interface SignIn {
  id: string
  userId: string
  hash: string
  /** The API token that it was exchanged for, and with which it ends; null if it was created with a password. */
  tokenId: string | null
  /** The browser's `User-Agent` header. */
  userAgent: string
  address: string
  createdAt: number
  lastUsedAt: number
  expiresAt: number
}

export interface SignInStore {
  /** Also removes expired login sessions of the same user. */
  create(signIn: SignIn): Promise<void>
  findByHash(hash: string): Promise<SignIn | undefined>
  /** Most recently used first, at most 500. */
  list(userId: string): Promise<SignIn[]>
  touch(id: string, now: number): Promise<void>
  /** False if the user has no such login session. */
  delete(userId: string, id: string): Promise<boolean>
}

/** Password hashes, which include the salt and the parameters. They are never part of a `User`. */
export interface PasswordStore {
  get(userId: string): Promise<string | undefined>
  /**
   * Sets the password and the address to sign in with. Ends all other login sessions of the user and deletes links for a new password, so
   * that a thief of either loses access. `email.isVerified` as in `changeEmail`. 'taken' (and nothing written) if another user has the
   * address.
   */
  set(
    userId: string,
    hash: string,
    now: number,
    keptSignInId: string | null,
    email: { address: string; isVerified: boolean },
  ): Promise<'set' | 'taken'>
}
