import type { SuiteReport } from '@colloquy/prove'
import { createStore } from '../design/store.js'

/** State of the latest test run, shared by all parts of the page. */
export const testState = createStore<{
  botId: string | undefined
  report: SuiteReport | undefined
  isRunning: boolean
  error: string | undefined
  /** True if the canvas shows which parts the tests visit. */
  isCoverageShown: boolean
  /** The test to open in the panel, after it was saved from elsewhere. */
  openId: string | undefined
  /** Counts requested runs. */
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
