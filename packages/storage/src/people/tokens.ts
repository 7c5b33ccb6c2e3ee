export type TokenScope = 'read' | 'write' | 'admin'

/** `hash` is the SHA-256 of the token in hex; the token itself is never stored. */
export interface ApiToken {
  id: string
  ownerId: string
  name: string
  hash: string
  scope: TokenScope
  createdAt: number
  expiresAt: number | null
}

export interface TokenStore {
  create(token: ApiToken): Promise<void>
  findByHash(hash: string): Promise<ApiToken | undefined>
  /** Newest first. */
  list(ownerId: string): Promise<ApiToken[]>
  /** Returns the deleted token, or undefined if the owner has no such token. */
  delete(ownerId: string, id: string): Promise<ApiToken | undefined>
}
