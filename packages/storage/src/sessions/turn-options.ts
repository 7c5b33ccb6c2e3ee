/** How turns that are ready at the same time share a transaction. */
export interface TurnOptions {
  /** A transaction takes no more turns once those in it are this large, about. */
  batchBytes?: number
  /** Called after each transaction with its turns, and the milliseconds until it was on the disk. */
  onCommit?: (turns: number, milliseconds: number) => void
}
