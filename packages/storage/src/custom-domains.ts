/** A domain that a workspace has claimed for its bots; `verifiedAt` is null until its DNS has shown that it is theirs. */
export interface CustomDomain {
  name: string
  workspaceId: string
  createdAt: number
  verifiedAt: number | null
}
export interface CustomDomainStore {
  /** 'taken' (and nothing written) when it is claimed already, by whomever. */
  claim(domain: CustomDomain): Promise<'claimed' | 'taken'>
  get(workspaceId: string, name: string): Promise<CustomDomain | undefined>
  /** Whether some workspace has shown that this host is its own. */
  isVerified(name: string): Promise<boolean>
  /** Newest first. */
  list(workspaceId: string): Promise<CustomDomain[]>
  markVerified(workspaceId: string, name: string, now: number): Promise<void>
  delete(workspaceId: string, name: string): Promise<boolean>
}
