/** Options of a block, as a flow stores them. */
export type GivenOptions = Readonly<Record<string, unknown>>

/** Replacement for a block that is no longer offered. */
export interface Successor {
  readonly type: string
  readonly action: string
  /** Options for that action. Those that it does not have are dropped and reported to the author. */
  readonly options: GivenOptions
  /** Other settings that could not be carried over, as worded for the author. */
  readonly lost?: readonly string[]
}
