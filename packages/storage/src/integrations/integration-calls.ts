/** How calls to one service went on one day. */
export interface IntegrationCalls {
  workspaceId: string
  /** The type of the integration, or of the block that makes the calls. */
  kind: string
  /** Of UTC, as `2026-11-23`. */
  day: string
  succeeded: number
  failed: number
  lastSuccessAt: number | null
  lastFailureAt: number | null
  /** Why the last one that failed did. */
  lastFailure: string | null
}

export interface IntegrationCallStore {
  /** Adds to the rows of these days; what failed or succeeded last is taken from the new ones. Those of workspaces that are gone are dropped. */
  add(calls: readonly IntegrationCalls[]): Promise<void>
  /** The rows of a workspace from a day on, by kind and day. */
  list(workspaceId: string, from: string): Promise<IntegrationCalls[]>
  /** Removes the rows of days before this one. */
  removeBefore(day: string): Promise<number>
}
