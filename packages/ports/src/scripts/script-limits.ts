/** What scripts may use up. Times in milliseconds. */
export interface ScriptLimits {
  /** Running time of one script, its waiting not counted. */
  milliseconds: number
  /** Running time in the quick queue; what takes longer starts over in the slow one. */
  quickMilliseconds: number
  /** The same as time on the wall, which is longer where other things want the processors too. */
  quickWallMilliseconds: number
  /** Time on the wall in the slow queue, as a multiple of the running time: its workers let everything else go first. */
  slowWallFactor: number
  /** Scripts that the slow queue runs at once. */
  slowWorkers: number
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
  /** Segments that one bot may have queued. */
  queuedPerBot: number
  /** Segments that each of the two queues holds. */
  queued: number
  /** Scripts of one bot that may wait for fetches at the same time. */
  waitingPerBot: number
  /** Memory of all scripts that wait for fetches. */
  waitingBytes: number
  /** So many runs in a row that end at a limit pause a bot's scripts. */
  strikes: number
  pauseMilliseconds: number
  /** So long a bot whose script was not quick stays out of the quick queue. */
  slowMilliseconds: number
}

/** The limits of scripts that an instance can set. */
export interface InstanceScriptLimits {
  scriptMilliseconds: number
  scriptMegabytes: number
  slowScripts: number
  queuedScripts: number
  scriptArgumentBytes: number
  waitingScriptBytes: number
}

/** A limit of all scripts together, which rejects one. */
export type ScriptLimit = 'queuedScripts' | 'scriptArgumentBytes' | 'waitingScriptBytes'

/** The limits of scripts by the settings of the instance. */
export function scriptLimitsOf(limits: InstanceScriptLimits): ScriptLimits {
  return {
    milliseconds: limits.scriptMilliseconds,
    quickMilliseconds: 20,
    quickWallMilliseconds: 100,
    slowWallFactor: 10,
    slowWorkers: limits.slowScripts,
    waitMilliseconds: 30_000,
    memoryMegabytes: limits.scriptMegabytes,
    resultBytes: 1024 * 1024,
    argumentBytes: 8 * 1024 * 1024,
    heldBytes: limits.scriptArgumentBytes,
    depth: 64,
    fetches: 20,
    responseLength: 5 * 1024 * 1024,
    queuedPerBot: 200,
    queued: limits.queuedScripts,
    waitingPerBot: 64,
    waitingBytes: limits.waitingScriptBytes,
    strikes: 3,
    pauseMilliseconds: 60_000,
    slowMilliseconds: 60_000,
  }
}
