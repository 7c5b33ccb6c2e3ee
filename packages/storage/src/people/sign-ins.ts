/** One browser's standing permission to act as a user. `hash` is the SHA-256 in hex of what its cookie holds. */
export interface SignIn {
  id: string
  userId: string
  hash: string
  /** The API token that it was exchanged for, with which it ends; null when it was made with a password. */
  tokenId: string | null
  /** What the browser said that it is. */
  userAgent: string
  address: string
  createdAt: number
  lastUsedAt: number
  expiresAt: number
}

export interface SignInStore {
  /** Removes expired ones of the same user, too. */
  create(signIn: SignIn): Promise<void>
  findByHash(hash: string): Promise<SignIn | undefined>
  /** Used last first. */
  list(userId: string): Promise<SignIn[]>
  touch(id: string, now: number): Promise<void>
  /** False when the user has no such sign-in. */
  delete(userId: string, id: string): Promise<boolean>
}

/** Passwords as their hashes with salt and parameters in them. They are never part of a `User`. */
export interface PasswordStore {
  get(userId: string): Promise<string | undefined>
  /**
   * Sets the password and the address to sign in with. Ends all other sign-ins of the user, and links for a new password: a thief of
   * one must not keep it. `email.isVerified` as in `changeEmail`. 'taken' (and nothing written) when somebody else has the address.
   */
  set(
    userId: string,
    hash: string,
    now: number,
    keptSignInId: string | null,
    email: { address: string; isVerified: boolean },
  ): Promise<'set' | 'taken'>
}
