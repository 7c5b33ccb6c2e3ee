import type { Permission } from '@colloquy/permissions'
import type * as z from 'zod'
import type { ErrorCode } from './errors.js'

/** Rates that requests can count toward; docs/limits.md has what each allows. */
export const requestRates = [
  'startsPerMinute',
  'repliesPerMinute',
  'pagesPerMinute',
  'uploadsPerMinute',
  'signInsPerMinute',
  'invitationsPerMinute',
  'passwordLinksPerMinute',
  'phonePreviewsPerMinute',
] as const
export type RequestRate = (typeof requestRates)[number]

/** An operation of the API as data. Its routes, validation and reference are derived from it. */
export interface Endpoint {
  readonly id: string
  /** Its id and path in an earlier version. Both still work, and are deprecated. */
  readonly earlier?: { readonly id: string; readonly path: string }
  /** Id of the operation that replaces this one, which has its handler. */
  readonly successor?: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with parameters in braces. */
  readonly path: string
  readonly summary: string
  /** Minimum scope of the token; with `none`, tokens are ignored. */
  readonly auth: 'none' | 'read' | 'write' | 'admin'
  /** Permission that the caller must have for the bot or workspace that the request names. */
  readonly needs?: Permission
  /** The handler asks for the permission itself, when the request's turn in a queue has come. */
  readonly isAdmittedInTurn?: true
  /** Admits requests without credentials, or with an expired login session, as anonymous. They get only what is public. */
  readonly admitsNobody?: true
  /** Admits only instance admins; everyone else gets `forbidden`, whatever the request names. */
  readonly isForInstanceAdmins?: true
  /** Rate limit that requests count toward. */
  readonly rate?: RequestRate
  /** For visitors of bots: also served at the custom domains of workspaces. */
  readonly isForVisitors?: true
  /** Pages of other origins may read the answer, errors included, but never with cookies. */
  readonly isReadByPages?: true
  /** A session or a file could be guessed by it: networks that name too many unknown ones are refused for a while. */
  readonly isGuessable?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Size limit of the body; absent when there is no body. */
  readonly bodyLimit?: 'flow' | 'chat'
  /** The handler verifies a signature over the raw body. Text that cannot be stored is repaired instead of rejected. */
  readonly isSigned?: true
  /** Requests with the same `Idempotency-Key` are performed once. */
  readonly takesIdempotencyKey?: true
  /** The body contains a bot under `bot`; a large one is parsed outside the main thread. */
  readonly takesBot?: true
  /** The body is a file that the handler reads itself: raw bytes, or a form with a part named "file". */
  readonly takesFile?: 'raw' | 'form' | 'raw or form'
  /** Schema of the success response; absent when it has no body. */
  readonly response?: z.ZodType
  /** Status of the success response; 200 by default. */
  readonly status?: 204 | 302
  /** Supports range requests (206) and conditional requests (304). */
  readonly isCacheable?: true
  /** Served from memory, so a storage failure does not affect it. */
  readonly needsNoStorage?: true
  /** Stores nothing, although the method is not GET. */
  readonly isReadOnly?: true
  /** Content type of the success response: JSON by default; two asterisks when it is that of the file. */
  readonly contentType?: string
  /** Errors specific to this operation; `errorsOf` adds those common to its kind. */
  readonly errors: readonly ErrorCode[]
}
