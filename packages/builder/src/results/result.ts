import type { Answer } from '../service/api.js'

/** The answers of one visitor. */
export type Result = Answer<'listResults'>['results'][number] & {
  /** Absent until it is loaded, and if all results have the same origin. */
  origin?: Origin
}

/** Origin of a result. */
export type Origin = Answer<'listResultOrigins'>['origins'][number]
