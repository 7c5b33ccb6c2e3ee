/** A workspace's claim to a domain for its bots. At most one of all claims to a domain is verified. */
export interface CustomDomain {
  name: string
  workspaceId: string
  createdAt: number
  /** Null until the DNS has proved that the domain belongs to the workspace. */
  verifiedAt: number | null
  /** When an unverified claim is removed, or a verified one whose proof is gone becomes unverified; null while the proof is there. */
  expiresAt: number | null
}

export interface ListedDomain extends CustomDomain {
  /** Another workspace has verified the domain. */
  isTaken: boolean
}

export interface CustomDomainStore {
  /** 'taken' (and nothing written) if the workspace has already claimed the domain, or another one has verified it. */
  claim(domain: CustomDomain): Promise<'claimed' | 'taken'>
  get(workspaceId: string, name: string): Promise<ListedDomain | undefined>
  /** True if a workspace has proved that it owns this host. */
  isVerified(name: string): Promise<boolean>
  /** Newest first. */
  list(workspaceId: string): Promise<ListedDomain[]>
  /** Claims of all workspaces. */
  listAll(): Promise<CustomDomain[]>
  /**
   * Records that the proof was found: the claim no longer expires. 'taken' (and nothing written) if another workspace has verified the
   * domain.
   */
  markVerified(workspaceId: string, name: string, now: number): Promise<'verified' | 'taken'>
  setExpiry(workspaceId: string, name: string, expiresAt: number | null): Promise<void>
  /** Removes unverified claims that have expired; verified ones lapse: they become unverified and expire at `renewedUntil`. */
  expire(now: number, renewedUntil: number): Promise<{ removed: number; lapsed: number }>
  delete(workspaceId: string, name: string): Promise<boolean>
}
