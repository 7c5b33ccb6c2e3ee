import type { Connection, Surroundings } from './connection.js'
import type { TurnAnswer } from './wire.js'

const requestTimeout = 40_000
const maxSleep = 60_000
const retryPause = 15_000

/**
 * Resolves to what the flow says once the visitor has not answered until `at`, in milliseconds of this clock; undefined if it has continued in another
 * way, or when the signal is aborted. The service decides whether the time has passed, so that a clock that is wrong costs a request and no more.
 */
export async function withoutAnswer(
  { connection, sleep }: { connection: Pick<Connection, 'post'>; sleep: Surroundings['sleep'] },
  { sessionId, wait: { id, at } }: { sessionId: string; wait: { id: string; at: number } },
  signal: AbortSignal,
): Promise<TurnAnswer | undefined> {
  for (let due = at; !signal.aborted; ) {
    const rest = due - Date.now()
    if (rest > 0) {
      // In pieces, because timers stand still while a device sleeps.
      await sleep(Math.min(rest, maxSleep), signal)
      continue
    }
    const asked = await askedOnce(connection, { sessionId, waitId: id }, signal)
    if (typeof asked !== 'number') return asked
    due = Date.now() + asked
  }
  return undefined
}

/** Asks whether the time has passed. Returns milliseconds after which to ask again if it has not, or if the service cannot be reached. */
export async function askedOnce(
  connection: Pick<Connection, 'post'>,
  { sessionId, waitId }: { sessionId: string; waitId: string },
  signal: AbortSignal,
): Promise<TurnAnswer | number | undefined> {
  const message = { type: 'no-answer', waitId, onlyIfOver: true }
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(requestTimeout)])
    const response = await connection.post(`/v1/sessions/${sessionId}/continueChat`, { message }, {}, limit)
    if (response.ok) {
      const answer = (await response.json()) as TurnAnswer & { heldBy?: unknown }
      // While somebody else speaks nothing is over; the wait begins again when the bot does.
      return answer.heldBy ? maxSleep : answer
    }
    if (response.status < 425) return undefined
    return Math.max(
      1_000 * (Number(response.headers.get('retry-after')) || 0),
      response.status === 425 ? 1_000 : retryPause,
    )
  } catch {
    return retryPause
  }
}
