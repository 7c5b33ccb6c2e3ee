import { Script } from 'node:vm'
import type { Slice, SliceResult } from './slice.js'

declare global {
  var matchNow: (() => boolean[]) | undefined
}

/** Runs the call below so that it ends in time: a regular expression can be stopped in no other way. */
const call = new Script('matchNow()')

/**
 * Tries a pattern on texts with this thread's own regular expressions: they are the ones that authors know. Only ever to be
 * called in a worker.
 */
export function matchPattern({ pattern, flags, texts }: Extract<Slice, { kind: 'match' }>, limit: number): SliceResult {
  const started = performance.now()
  const spent = () => performance.now() - started
  globalThis.matchNow = () => {
    const expression = new RegExp(pattern, flags)
    return texts.map((text) => {
      expression.lastIndex = 0
      return expression.test(text)
    })
  }
  try {
    const matches = call.runInThisContext({ timeout: Math.max(1, Math.ceil(limit)) }) as boolean[]
    return { kind: 'matches', matches, spent: spent() }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      const sentence = `The pattern needed more than the ${Math.round(limit)} ms that it may.`
      return { kind: 'failed', reason: 'time', message: sentence, spent: spent() }
    }
    return { kind: 'failed', reason: 'invalid', message, spent: spent() }
  } finally {
    globalThis.matchNow = undefined
  }
}
