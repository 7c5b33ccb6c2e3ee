import type { FailureKind, Metrics } from '../observability/metrics.js'

export interface CrashGuardOptions {
  metrics: Pick<Metrics, 'uncaughtError'>
  /** Writes the error, with its stack and without secrets, to the log. */
  log(error: unknown, message: string): void
  /** Ends the process in order; called at most once. */
  end(): void
  /** Milliseconds of a clock that does not jump. */
  now?: () => number
}

/**
 * Handles errors that nobody caught: logs and counts each, and keeps the process running where nothing it shares can be damaged. See
 * docs/decisions/0054.
 */
export class CrashGuard {
  readonly #options: CrashGuardOptions
  readonly #recent: number[] = []
  #isEnding = false

  constructor(options: CrashGuardOptions) {
    this.#options = options
  }

  handle(error: unknown, kind: FailureKind): void {
    const { metrics, log, end } = this.#options
    const isSafe = isHarmless(error) && !this.#isFrequent()
    metrics.uncaughtError(kind, isSafe ? 'survived' : 'ended')
    if (isSafe) {
      log(error, 'An error that nobody caught was survived')
      return
    }
    if (this.#isEnding) return
    this.#isEnding = true
    log(error, 'The process ends in order after an error that nobody caught')
    end()
  }

  /** Counts this error, too. */
  #isFrequent(): boolean {
    const now = (this.#options.now ?? (() => performance.now()))()
    this.#recent.push(now)
    while (now - (this.#recent[0] ?? now) > windowMilliseconds) this.#recent.shift()
    return this.#recent.length > mostSurvived
  }
}

/** Beyond this many errors in a minute something is wrong that goes on: a new process is the better one. */
const mostSurvived = 10
const windowMilliseconds = 60_000

/**
 * True for an error that JavaScript itself or a socket throws where the service's own code runs: the turn or the request that it
 * belongs to is lost, and what processes share is in the database. Everything else, above all what a storage, the file system or the
 * engine reports, leaves an unknown state.
 */
function isHarmless(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (errcode !== undefined || isOfStorage(error)) return false
  if (code === undefined) return error instanceof TypeError || error instanceof URIError || error instanceof SyntaxError
  return typeof code === 'string' && harmlessCodes.test(code)
}

const isOfStorage = ({ stack = '' }: Error) =>
  /[/\\](packages[/\\]storage|@colloquy[/\\]storage|@photostructure|node_modules[/\\]pg)[/\\]/.test(stack)

/** Sockets and streams that broke, addresses and arguments that are wrong; not ERR_WORKER_OUT_OF_MEMORY, ENOSPC, EMFILE or EIO. */
const harmlessCodes =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_STREAM_\w+|ERR_HTTP_\w+|ERR_INVALID_\w+|ERR_TLS_\w+|ERR_SOCKET_\w+|HPE_\w+|UND_ERR_\w+)$/
