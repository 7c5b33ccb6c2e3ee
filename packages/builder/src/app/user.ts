import type { Answer } from '../service/request.js'

/** Who is signed in. */
export type User = Answer<'getMe'>
