import type * as z from 'zod'
import type { ErrorCode } from './errors.js'

/** One operation of the API as data: routes, validation and descriptions are made from it. */
export interface Endpoint {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters in braces. */
  readonly path: string
  readonly summary: string
  /** The least scope that a token needs; `none` takes no notice of tokens. */
  readonly auth: 'none' | 'read' | 'write' | 'admin'
  /** Who brings nothing to sign in with, or a sign-in that has ended, is let in as nobody, and gets what is open to everybody. */
  readonly admitsNobody?: true
  /** Only instance admins are let in; everybody else gets `forbidden`, whatever the request names. */
  readonly isForInstanceAdmins?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Which limit of size holds for the body; none when there is no body. */
  readonly bodyLimit?: 'flow' | 'chat'
  /** The handler judges the bytes of the body by a signature; text that cannot be stored is mended, not refused. */
  readonly isSigned?: true
  /** Performed once for each `Idempotency-Key`, however often the request is sent. */
  readonly takesIdempotencyKey?: true
  /** The body has a bot in it, under `bot`; a large one is read outside of the main thread. */
  readonly takesBot?: true
  /** The body is a file, which the handler reads itself: its bytes, or a form with a part named "file". */
  readonly takesFile?: 'raw' | 'form' | 'raw or form'
  /** Of success; absent when it has no body. */
  readonly response?: z.ZodType
  /** Of success; 200 unless stated. */
  readonly status?: 204 | 302
  /** Answers a part when a range is asked for (206), and nothing to those who have it already (304). */
  readonly isCacheable?: true
  /** Answered from what is in memory: the storage cannot fail it. */
  readonly needsNoStorage?: true
  /** Stores nothing, though it is no GET. */
  readonly isReadOnly?: true
  /** Of the success response; JSON unless stated; two stars where it is that of a file. */
  readonly contentType?: string
  /** Its own; those that its kind has are added by `errorsOf`. */
  readonly errors: readonly ErrorCode[]
}
