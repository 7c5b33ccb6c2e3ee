/** Building blocks of a client with another transport; for this repository only. */
export { ApiError } from './api-error.js'
export { callsOf, type PreparedCall, prepare, readAnswer } from './call.js'
export type { CallOptions } from './call-types.js'
export type { Calls } from './calls.js'
export { operations } from './operations.js'
