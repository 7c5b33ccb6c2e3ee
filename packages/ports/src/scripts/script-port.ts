import type { PatternOutcome, ScriptOutcome } from '@colloquy/engine'
import type { Owner } from '../shares/owner.js'

export type { PatternOutcome, ScriptOutcome }

/** Runs what authors write: scripts, expressions and patterns. Nothing of them touches this process: JSON goes in, JSON comes out. */
export interface ScriptPort {
  run(request: ScriptRequest): Promise<ScriptOutcome>
  test(request: PatternRequest): Promise<PatternOutcome>
  /** Ends everything that runs or waits; the callers get `busy`. */
  close(): Promise<void>
}

/** Workspaces and their bots share the workers; the circuit breaker pauses single bots. */
export type ScriptOwner = Required<Owner>

export interface ScriptRequest {
  /** Body of a function; variables stand in it by their ids, which are JavaScript identifiers. */
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
  /** Running time in milliseconds; the limits of the service may allow less. */
  milliseconds?: number
  /** Asked before each request of the script: a reason rejects it. */
  admitCall?: () => string | undefined
}

export interface PatternRequest {
  /** Source of a regular expression as JavaScript knows it. */
  pattern: string
  flags: string
  texts: string[]
  owner: ScriptOwner
}

/** What a script's `fetch` was given, made plain. */
export interface ScriptFetchInit {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Fires when nobody waits for the response any more. */
  signal: AbortSignal
  /** Asked before each attempt of the request. */
  admit?: () => string | undefined
}

/** A request that failed for a reason which scripts must not read, as it may name an inner address of the network. */
export class PrivateFetchError extends Error {
  readonly reason: string

  constructor(reason: string) {
    super('The request failed. The logs of the result say why.')
    this.reason = reason
  }
}

/** Performs a script's request; a rejection is thrown inside the script with the message of the error. */
export type ScriptFetch = (input: string, init: ScriptFetchInit, owner: ScriptOwner) => Promise<{ text: string }>
