import type { Log, SentMessage, StartAnswer, TurnAnswer } from './wire.js'

/** Environment of the connection, replaceable in tests. */
export interface Surroundings {
  fetch: typeof fetch
  /** Resolves after the given number of milliseconds, or at once when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** A number in [0, 1). */
  random(): number
  /** Undefined while the browser reports a network connection, else a promise of its return. */
  offline(): Promise<void> | undefined
}

export interface ConnectionOptions {
  /** Address of the service, without a trailing slash. */
  host: string
  /** Sent with each request; for callers that have to authenticate. */
  headers?: Record<string, string>
  /** Nobody but its author takes part in the chat, so nothing is asked of the service by itself. */
  isPreview?: boolean
}

export interface StartRequest {
  bot: string
  body: Record<string, unknown>
}

/** Outcome of a request: an answer, or an error that a retry would not change. */
type Outcome<T> = { kind: 'answered'; answer: T } | { kind: 'refused'; status: number; message?: string }

/** Called before each wait with the number of attempts, one more when there is no network, and a function that retries at once. */
export type OnTrouble = (attempts: number, retry: () => void) => void

export type Connection = ReturnType<typeof connect>

const requestTimeout = 40_000
const maxWait = 15_000
const passing = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * The chat operations of a service. `start` and `reply` retry until they are answered or rejected: they carry an idempotency key, so a
 * reply that arrived although its answer was lost is not processed twice.
 */
export function connect({ host, headers, isPreview }: ConnectionOptions, surroundings: Surroundings) {
  const post = (path: string, body: unknown, more: Record<string, string> = {}, signal?: AbortSignal) =>
    surroundings.fetch(`${host}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, ...more },
      body: JSON.stringify(body),
      signal,
    })

  async function send<T>(
    path: string,
    body: unknown,
    key: string,
    onTrouble?: OnTrouble,
    stop?: AbortSignal,
  ): Promise<Outcome<T>> {
    const withStop = (signal: AbortSignal) => (stop ? AbortSignal.any([stop, signal]) : signal)
    for (let attempt = 1; ; attempt++) {
      let wait = Math.min(maxWait, 500 * 2 ** (attempt - 1)) * (0.75 + surroundings.random() / 2)
      try {
        const signal = withStop(AbortSignal.timeout(requestTimeout))
        const response = await post(path, body, { 'idempotency-key': key }, signal)
        if (response.ok) return { kind: 'answered', answer: (await response.json()) as T }
        if (!passing.has(response.status)) {
          const { message } = (await response.json().catch(() => ({}))) as { message?: string }
          return { kind: 'refused', status: response.status, message }
        }
        wait = Math.max(wait, 1000 * (Number(response.headers.get('retry-after')) || 0))
      } catch {}
      const early = new AbortController()
      if (!stop?.aborted) onTrouble?.(surroundings.offline() ? attempt + 1 : attempt, () => early.abort())
      const signal = withStop(early.signal)
      await surroundings.sleep(wait, signal)
      await Promise.race([surroundings.offline(), aborted(signal)])
      if (stop?.aborted) return { kind: 'refused', status: 0 }
    }
  }

  return {
    host,
    headers,
    isPreview,
    start: (request: StartRequest, key: string, onTrouble?: OnTrouble, stop?: AbortSignal) => {
      const path = `/v1/bots/${encodeURIComponent(request.bot)}/${isPreview ? 'preview/' : ''}startChat`
      return send<StartAnswer>(path, request.body, key, onTrouble, stop)
    },

    reply: (
      sessionId: string,
      message: SentMessage | undefined,
      key: string,
      onTrouble?: OnTrouble,
      stop?: AbortSignal,
    ) => send<TurnAnswer>(`/v1/sessions/${sessionId}/continueChat`, { message }, key, onTrouble, stop),

    /** Reports a client-side failure to the author, without waiting for the response. */
    log: (sessionId: string, logs: Log[]) =>
      void post(`/v1/sessions/${sessionId}/clientLogs`, { clientLogs: logs }).catch(() => {}),

    /** One request without retries, for data that is loaded later and handles its own failures. */
    post,
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
