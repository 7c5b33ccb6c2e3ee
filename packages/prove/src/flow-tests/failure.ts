import type { Expectation } from '@colloquy/flow'

/** A deviation from what a test expects. */
export interface Failure {
  /** Index of the step, from 0; absent for expectations of the whole conversation. */
  step?: number
  /** Index of the expectation, in the step or in the whole test; absent if the conversation could not continue. */
  expectation?: number
  /** Expectation that would hold in its place. Absent where nothing of its kind does. */
  instead?: Expectation
  /** Block at which the canvas shows it. */
  blockId?: string
  /** A sentence for people. */
  message: string
  expected?: string
  actual?: string
}
