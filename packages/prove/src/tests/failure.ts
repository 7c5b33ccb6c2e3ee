/** Something that came out otherwise than expected. */
export interface Failure {
  /** The step, from 0; absent for what is expected of the whole conversation. */
  step?: number
  /** Where the canvas shows it. */
  blockId?: string
  /** A sentence for people. */
  message: string
  expected?: string
  actual?: string
}
