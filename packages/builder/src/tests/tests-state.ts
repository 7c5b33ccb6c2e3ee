import type { SuiteReport } from '@colloquy/prove'
import { createStore } from '../design/store.js'

/** What the latest run of the tests came to, for all parts of the page. */
export const testState = createStore<{
  botId: string | undefined
  report: SuiteReport | undefined
  isRunning: boolean
  error: string | undefined
  /** The canvas shows what tests visit. */
  isCoverageShown: boolean
  /** The test that the panel opens: after it was saved from elsewhere. */
  openId: string | undefined
  /** Counts runs that somebody asked for. */
  asked: number
}>({
  botId: undefined,
  report: undefined,
  isRunning: false,
  error: undefined,
  isCoverageShown: false,
  openId: undefined,
  asked: 0,
})
