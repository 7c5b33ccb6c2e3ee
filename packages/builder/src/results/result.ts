import type { Answer } from '../service/request.js'

/** What one visitor answered. */
export type Result = Answer<'listResults'>['results'][number]
