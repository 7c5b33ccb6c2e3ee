/** Limits of scripts. Times are in milliseconds. */
export interface ScriptLimits {
  /** Running time of one script, without its waits. */
  milliseconds: number
  /** Running time in the quick queue; scripts that take longer are restarted in the slow one. */
  quickMilliseconds: number
  /** The same by the wall clock, which is more when other work needs the processors too. */
  quickWallMilliseconds: number
  /** Wall-clock time in the slow queue, as a multiple of the running time: its workers have the lowest priority. */
  slowWallFactor: number
  /** Number of scripts that the slow queue runs at once. */
  slowWorkers: number
  /** Total time that one script may wait for its fetches. */
  waitMilliseconds: number
  /** Memory of one sandbox; it needs at least 16 to start. */
  memoryMegabytes: number
  /** Size of the result as JSON. */
  resultBytes: number
  /** Size of the arguments as JSON. */
  argumentBytes: number
  /** Maximum nesting of the result, give or take the report around it. */
  depth: number
  /** Number of requests of one script. */
  fetches: number
  /** Text of all responses to one script, in UTF-16 units. */
  responseLength: number
  /** Total size of the arguments of all running scripts. */
  heldBytes: number
  /** Segments that one bot may have queued. */
  queuedPerBot: number
  /** Segments that each of the two queues holds. */
  queued: number
  /** Scripts of one bot that may wait for fetches at the same time. */
  waitingPerBot: number
  /** Memory of all scripts that wait for fetches. */
  waitingBytes: number
  /** Number of consecutive runs that end at a limit after which a bot's scripts are paused. */
  strikes: number
  pauseMilliseconds: number
  /** How long a bot with a slow script stays out of the quick queue. */
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

/** A limit of all scripts together, which causes one to be rejected. */
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
