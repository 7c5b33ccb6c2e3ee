import type { Answer } from '../service/api.js'

/** What one visitor answered. */
export type Result = Answer<'listResults'>['results'][number] & {
  /** Absent where nothing tells results apart by it, and until it is loaded. */
  origin?: Origin
}

/** Where a result comes from. */
export type Origin = Answer<'listResultOrigins'>['origins'][number]
