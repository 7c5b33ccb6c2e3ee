/** Somebody who was sent to a provider to sign in there, until they come back. `hash` is the SHA-256 in hex of the `state` that they carry. */
export interface OAuthSignIn {
  hash: string
  workspaceId: string
  /** Who began it, and who alone ends it. */
  userId: string
  /** The login session that began it, and that alone ends it; null where an API token began it. */
  signInId: string | null
  /** What is needed to end it, encrypted. */
  sealed: string
  createdAt: number
  expiresAt: number
}

export interface OAuthSignInStore {
  /** Removes those whose time is up, and the oldest of the same user beyond `most`. */
  create(row: OAuthSignIn, most: number): Promise<void>
  /** Removes and returns it: what was taken once is gone. Undefined when there is none, or its time is up. */
  take(hash: string, now: number): Promise<OAuthSignIn | undefined>
}
