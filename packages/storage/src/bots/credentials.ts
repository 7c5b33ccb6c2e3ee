/** Secrets of a workspace. All readable columns may be shown: everything secret is in `ciphertext`, which only the vault decrypts. */
export interface CredentialsRow {
  id: string
  workspaceId: string
  type: string
  name: string
  /** The end of the secret, by which people recognize it; null if the secret is too short to show any of it. */
  lastFour: string | null
  /** JSON text of a list, for display. The list inside the ciphertext decides where a secret may be sent. */
  allowedHosts: string
  /** The key with which the ciphertext was encrypted. */
  keyId: string
  ciphertext: string
  /** True if the provider no longer accepts the tokens from the last sign-in: somebody has to sign in again. */
  needsSignIn: boolean
  createdAt: number
  updatedAt: number
}

/** Credentials without their secret. */
export type CredentialsSummary = Omit<CredentialsRow, 'keyId' | 'ciphertext'>

export interface CredentialsStore {
  /** 'taken' (and nothing written) if other messaging credentials, in any workspace, have this name. */
  create(row: CredentialsRow): Promise<'created' | 'taken'>
  get(workspaceId: string, id: string): Promise<CredentialsRow | undefined>
  /** By type, then name. */
  list(workspaceId: string, type?: string): Promise<CredentialsSummary[]>
  update(
    workspaceId: string,
    id: string,
    change: Partial<
      Pick<CredentialsRow, 'name' | 'lastFour' | 'allowedHosts' | 'keyId' | 'ciphertext' | 'needsSignIn'>
    >,
    now: number,
  ): Promise<'updated' | 'missing' | 'taken'>
  /** Deletes the credentials, and removes them from the bots that use them for messaging. */
  delete(workspaceId: string, id: string): Promise<boolean>
  /** Number of rows by key, of all workspaces. */
  countByKey(): Promise<{ keyId: string; count: number }[]>
  /** Rows of all workspaces that are encrypted with another key, by id, after `after`. */
  notOfKey(keyId: string, after: string, limit: number): Promise<CredentialsRow[]>
  /** Replaces ciphertexts, all or none; a row whose ciphertext has changed since `before` stays as it is. Returns the number of replaced ones. */
  reencrypt(
    rows: readonly { workspaceId: string; id: string; before: string; keyId: string; ciphertext: string }[],
  ): Promise<number>
  /**
   * Gives one caller the right to refresh the tokens, until `until`. False while another caller has it, or if the ciphertext has changed.
   */
  claimRefresh(
    row: Pick<CredentialsRow, 'workspaceId' | 'id' | 'ciphertext'>,
    until: number,
    now: number,
  ): Promise<boolean>
  /**
   * Ends a refresh, and stores its changes. False if the ciphertext has changed since `ciphertext`; then only the refresh ends, and nothing else
   * is written.
   */
  endRefresh(
    row: Pick<CredentialsRow, 'workspaceId' | 'id' | 'ciphertext'>,
    change: Partial<Pick<CredentialsRow, 'keyId' | 'ciphertext' | 'needsSignIn'>>,
  ): Promise<boolean>
}
