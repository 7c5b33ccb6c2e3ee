import { Script } from 'node:vm'
import type { Segment, SegmentResult } from './segment.js'
import { openThreadTime, type ThreadTime } from './thread-time.js'

declare global {
  var matchNow: (() => boolean[]) | undefined
}

/** Runs the call below with a time limit: there is no other way to stop a regular expression. */
const call = new Script('matchNow()')

/**
 * Tests a pattern on texts with this thread's own regular expressions, because those are the ones that authors know. Must only be called in
 * a worker.
 */
export function matchPattern(
  { pattern, flags, texts }: Extract<Segment, { kind: 'match' }>,
  milliseconds: number,
  ownMilliseconds: number,
): SegmentResult {
  threadTime ??= openThreadTime()
  const { read } = threadTime
  const started = read()
  const spent = () => read() - started
  globalThis.matchNow = () => {
    const expression = new RegExp(pattern, flags)
    return texts.map((text) => {
      expression.lastIndex = 0
      return expression.test(text)
    })
  }
  try {
    // The limit is wall-clock time. A call that had no processor in the meantime starts again, with more time.
    for (let wall = ownMilliseconds; ; wall = Math.min(2 * wall, milliseconds)) {
      const matches = matchWithin(wall)
      if (matches) return { kind: 'matches', matches, spent: spent() }
      if (wall >= milliseconds || spent() >= ownMilliseconds) break
    }
    const message = `The pattern needed more than the ${Math.round(ownMilliseconds)} ms that it may.`
    return { kind: 'failed', reason: 'time', message, spent: spent() }
  } catch (error) {
    return { kind: 'failed', reason: 'invalid', message: (error as Error).message, spent: spent() }
  } finally {
    globalThis.matchNow = undefined
  }
}

let threadTime: ThreadTime | undefined

/** Undefined if it takes longer. */
function matchWithin(milliseconds: number): boolean[] | undefined {
  try {
    return call.runInThisContext({ timeout: Math.max(1, Math.ceil(milliseconds)) }) as boolean[]
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}
