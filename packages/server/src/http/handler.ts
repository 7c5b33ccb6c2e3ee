import type { Readable } from 'node:stream'
import type { EndpointId, Endpoints } from '@colloquy/api'
import type { BotPermission, WorkspacePermission } from '@colloquy/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { AdmittedToBot, AdmittedToWorkspace } from '../access/access.js'
import type { Caller } from '../access/auth.js'
import type { Service } from '../service.js'

type Part<E, Name extends string> = E extends { readonly [K in Name]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

/** The bot or workspace that the caller was admitted to, by the permission that the endpoint needs. */
type Admitted<E> = E extends { readonly isAdmittedInTurn: true }
  ? unknown
  : E extends { readonly needs: BotPermission }
    ? AdmittedToBot
    : E extends { readonly needs: WorkspacePermission }
      ? AdmittedToWorkspace
      : unknown

/** A request to an operation, read and validated by the schemas of its endpoint, whose caller was admitted. */
export type Call<E> = ReadCall<E> & Admitted<E>

interface ReadCall<E> {
  readonly params: Part<E, 'params'>
  readonly query: Part<E, 'query'>
  readonly body: Part<E, 'body'>
  /** The caller; undefined if no token is needed, and for anonymous callers where they are admitted. */
  readonly caller: E extends { readonly auth: 'none' }
    ? undefined
    : E extends { readonly admitsNobody: true }
      ? Caller | undefined
      : Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A response that is sent piece by piece while it is made, such as server-sent events. */
export class StreamResponse {
  readonly stream: Readable

  constructor(stream: Readable) {
    this.stream = stream
  }
}

/**
 * A response that writes itself to the connection once its head is written. Takes a third of the memory of a `StreamResponse` while it is
 * open.
 */
export class WrittenResponse {
  readonly begin: () => void

  constructor(begin: () => void) {
    this.begin = begin
  }
}

/** A text that is sent unchanged, such as one stored earlier; as bytes, if they are available. */
export class RawResponse<Content extends string | Buffer = string> {
  readonly text: Content

  constructor(text: Content) {
    this.text = text
  }
}

/** A response other than JSON: bytes of a file, or only a status and headers. */
export class BareResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly content: Readable | undefined

  constructor(status: number, headers: Record<string, string> = {}, content?: Readable) {
    this.status = status
    this.headers = headers
    this.content = content
  }
}

/** Type of an operation's response as JSON or text; never if its endpoint has no response body. */
type ResponseBody<E> = E extends { readonly response: infer S extends z.ZodType } ? z.input<S> : never

/** Carries out an operation. */
export type Handler<Id extends EndpointId> = (
  service: Service,
  call: Call<Endpoints[Id]>,
) => Promise<
  ResponseBody<Endpoints[Id]> | RawResponse<string | Buffer> | StreamResponse | WrittenResponse | BareResponse
>

export type Handlers<Id extends EndpointId = EndpointId> = { [K in Id]: Handler<K> }
