/**
 * A user who was redirected to a provider to sign in there, until they return. `hash` is the SHA-256 in hex of the `state` that they bring
 * back.
 */
export interface OAuthSignIn {
  hash: string
  workspaceId: string
  /** The user who started it; only they can complete it. */
  userId: string
  /** The login session that started it; only it can complete it. Null if an API token started it. */
  signInId: string | null
  /** Encrypted data that is needed to complete it. */
  sealed: string
  createdAt: number
  expiresAt: number
}

export interface OAuthSignInStore {
  /** Also removes expired rows, and the oldest rows of the same user beyond `max`. */
  create(row: OAuthSignIn, max: number): Promise<void>
  /** Removes and returns the row, so that it can be taken only once. Undefined if there is none, or if it has expired. */
  take(hash: string, now: number): Promise<OAuthSignIn | undefined>
}
