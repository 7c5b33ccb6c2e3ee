/** Options of a block, as a flow holds them. */
export type GivenOptions = Readonly<Record<string, unknown>>

/** What a block that is no longer offered turns into. */
export interface Successor {
  readonly type: string
  readonly action: string
  /** Options of that action. Those that it does not have are left out, and named to the author. */
  readonly options: GivenOptions
  /** What could not be taken over beside them, as the author reads it. */
  readonly lost?: readonly string[]
}
