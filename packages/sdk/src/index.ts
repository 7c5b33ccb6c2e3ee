/** A typed client of the HTTP API. At run time it must not import the description of the API, which is large. */
export { ApiError, type ClientErrorCode, type Issue } from './api-error.js'
export type { CallOptions } from './call-types.js'
export { type Answer, type Client, type ClientSettings, createClient } from './client.js'
export { type Page, paginate } from './paginate.js'
export { readEvents, readLines, type ServerSentEvent } from './read-stream.js'
