/** A deviation from what a test expects. */
export interface Failure {
  /** Index of the step, from 0; absent for expectations of the whole conversation. */
  step?: number
  /** Block at which the canvas shows it. */
  blockId?: string
  /** A sentence for people. */
  message: string
  expected?: string
  actual?: string
}
