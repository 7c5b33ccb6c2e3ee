/** What scripts may use up. Times in milliseconds. */
export interface ScriptLimits {
  /** Running time of one script, its waiting not counted. */
  milliseconds: number
  /** Running time that is given at once; what takes longer starts over where it is in nobody's way. */
  quickMilliseconds: number
  /** The same as time on the wall, which is longer where other things want the processors too. */
  quickWallMilliseconds: number
  /** How long one script may wait for its fetches in all. */
  waitMilliseconds: number
  /** Memory of one sandbox; 16 is the least that it starts with. */
  memoryMegabytes: number
  /** Size of what comes out, as JSON. */
  resultBytes: number
  /** Size of what goes in, as JSON. */
  argumentBytes: number
  /** How deep what comes out may nest, give or take the report around it. */
  depth: number
  /** Requests of one script. */
  fetches: number
  /** Text of all responses to one script, in UTF-16 units. */
  responseLength: number
  /** What has gone in to all scripts that are under way. */
  heldBytes: number
  /** Slices that one owner may have queued. */
  queuedPerOwner: number
  /** Slices that may be queued in all. */
  queued: number
  /** Scripts of one owner that may wait for fetches at the same time. */
  waitingPerOwner: number
  /** Memory of all scripts that wait for fetches. */
  waitingBytes: number
  /** So many runs in a row that end at a limit pause an owner's scripts. */
  strikes: number
  pauseMilliseconds: number
  /** So long an owner whose script was not quick stays out of the quick lane. */
  slowMilliseconds: number
}

export const defaultScriptLimits: ScriptLimits = {
  milliseconds: 1_000,
  quickMilliseconds: 20,
  quickWallMilliseconds: 100,
  waitMilliseconds: 30_000,
  memoryMegabytes: 32,
  resultBytes: 1024 * 1024,
  argumentBytes: 8 * 1024 * 1024,
  heldBytes: 64 * 1024 * 1024,
  depth: 64,
  fetches: 20,
  responseLength: 5 * 1024 * 1024,
  queuedPerOwner: 200,
  queued: 2_000,
  waitingPerOwner: 64,
  waitingBytes: 64 * 1024 * 1024,
  strikes: 3,
  pauseMilliseconds: 60_000,
  slowMilliseconds: 60_000,
}
