import type { PatternOutcome, ScriptOutcome } from '@colloquy/engine'
import type { CallGuard } from '../shares/call-guard.js'
import type { Owner } from '../shares/owner.js'

export type { PatternOutcome, ScriptOutcome }

/** Runs code of authors: scripts, expressions and patterns. It has no access to this process: JSON goes in, JSON comes out. */
export interface ScriptPort {
  run(request: ScriptRequest): Promise<ScriptOutcome>
  test(request: PatternRequest): Promise<PatternOutcome>
  /** Ends all running and waiting scripts; their callers get `busy`. */
  close(): Promise<void>
}

/** Workspaces and their bots share the workers; the circuit breaker pauses individual bots. */
export type ScriptOwner = Required<Pick<Owner, 'workspaceId' | 'botId'>>

export interface ScriptRequest {
  /** Body of a function; it refers to variables by their ids, which are JavaScript identifiers. */
  code: string
  /** Values of the globals by identifier; JSON. */
  args: Record<string, unknown>
  /**
   * `value`: synchronous code and nothing but the language (inline code, conditions, mappings).
   * `full`: an async function that also has `setVariable(name, value)` and `fetch(input, init)`.
   */
  mode: 'value' | 'full'
  /** Rejects every `fetch` of the script. */
  isOffline?: boolean
  owner: ScriptOwner
  /** Running time in milliseconds; the limits of the service may be lower. */
  milliseconds?: number
  /** Asked before each request of the script. */
  guard?: CallGuard
}

export interface PatternRequest {
  /** Source of a regular expression in JavaScript syntax. */
  pattern: string
  flags: string
  texts: string[]
  owner: ScriptOwner
}

/** Options of a script's `fetch`, as plain data. */
export interface ScriptFetchInit {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Aborted when nobody waits for the response any more. */
  signal: AbortSignal
  /** Asked before each attempt of the request. */
  guard: CallGuard | undefined
}

/** Thrown if a request failed for a reason that scripts must not read, because it may name an internal address of the network. */
export class PrivateFetchError extends Error {
  readonly reason: string

  constructor(reason: string) {
    super('The request failed. The logs of the result say why.')
    this.reason = reason
  }
}

/** Performs a script's request; if it rejects, the script's call throws an error with the same message. */
export type ScriptFetch = (input: string, init: ScriptFetchInit, owner: ScriptOwner) => Promise<{ text: string }>
