import type { FailureKind, Metrics } from '../observability/metrics.js'

export interface CrashGuardOptions {
  metrics: Pick<Metrics, 'uncaughtError'>
  /** Writes the error, with its stack and without secrets, to the log. */
  log(error: unknown, message: string): void
  /** Shuts the process down gracefully; called at most once. */
  end(): void
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

/**
 * Handles uncaught errors: logs and counts each, and keeps the process running when nothing that it shares can be
 * damaged. See docs/decisions/0054.
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

  /** Counts this error as well. */
  #isFrequent(): boolean {
    const now = (this.#options.now ?? (() => performance.now()))()
    this.#recent.push(now)
    while (now - (this.#recent[0] ?? now) > windowMilliseconds) this.#recent.shift()
    return this.#recent.length > maxSurvived
  }
}

/** More errors than this within a minute mean a problem that persists, so a new process is better. */
const maxSurvived = 10
const windowMilliseconds = 60_000

/**
 * True for an error that JavaScript itself or a socket throws while the service's own code runs: its turn or request is lost, and shared
 * state is in the database. Everything else, above all errors of the storage, the file system or the engine, leaves an unknown state.
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

/** Broken sockets and streams, invalid addresses and arguments; not ERR_WORKER_OUT_OF_MEMORY, ENOSPC, EMFILE or EIO. */
const harmlessCodes =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_STREAM_\w+|ERR_HTTP_\w+|ERR_INVALID_\w+|ERR_TLS_\w+|ERR_SOCKET_\w+|HPE_\w+|UND_ERR_\w+)$/
