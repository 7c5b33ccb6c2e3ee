/** Options of a block, as a flow holds them. */
export type GivenOptions = Readonly<Record<string, unknown>>

/** Actions of one family do the same at different services: a block with one of them turns into a block with any other. */
export interface Family {
  readonly name: string
  /** The options as most of the family have them, where this action has some of them elsewhere. */
  toCommon?(options: GivenOptions): GivenOptions
  /** The options as this action has them, from those of `toCommon`. */
  fromCommon?(options: GivenOptions): GivenOptions
}

/** What a block that is no longer offered turns into. */
export interface Successor {
  /** Type of the block; its own unless given. */
  readonly type?: string
  readonly action: string
  /** Options of that action. Those that it does not have are left out, and named to the author. */
  readonly options: GivenOptions
  /** What could not be taken over beside them, as the author reads it. */
  readonly lost?: readonly string[]
}
