/** Number of successful and failed calls to one service on one day. */
export interface IntegrationCalls {
  workspaceId: string
  /** The type of the integration, or of the block that makes the calls. */
  kind: string
  /** Day in UTC, such as `2026-11-23`. */
  day: string
  succeeded: number
  failed: number
  lastSuccessAt: number | null
  lastFailureAt: number | null
  /** Reason of the most recent failure. */
  lastFailure: string | null
}

export interface IntegrationCallStore {
  /**
   * Adds to the rows of these days; the latest failure and success are taken from the new rows. Rows of workspaces that are gone are
   * dropped.
   */
  add(calls: readonly IntegrationCalls[]): Promise<void>
  /** The rows of a workspace from a day on, by kind and day. */
  list(workspaceId: string, from: string): Promise<IntegrationCalls[]>
  /** Removes the rows of days before this one. */
  removeBefore(day: string): Promise<number>
}
