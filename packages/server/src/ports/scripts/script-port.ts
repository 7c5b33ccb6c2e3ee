import type { PatternOutcome, ScriptOutcome } from '@colloquy/engine'

export type { PatternOutcome, ScriptOutcome }

/** Runs what authors write: scripts, expressions and patterns. Nothing of them touches this process: JSON goes in, JSON comes out. */
export interface ScriptPort {
  run(request: ScriptRequest): Promise<ScriptOutcome>
  test(request: PatternRequest): Promise<PatternOutcome>
  /** Ends everything that runs or waits; the callers get `busy`. */
  close(): Promise<void>
}

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
  /** Whose script it is, for fairness and the circuit breaker: the bot's id. */
  owner: string
  /** Running time in milliseconds; the limits of the service may allow less. */
  milliseconds?: number
}

export interface PatternRequest {
  /** Source of a regular expression as JavaScript knows it. */
  pattern: string
  flags: string
  texts: string[]
  owner: string
}

/** What a script's `fetch` was given, made plain. */
export interface ScriptFetchInit {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Fires when nobody waits for the response any more. */
  signal: AbortSignal
}

/** Performs a script's request; a rejection is thrown inside the script with the message of the error. */
export type ScriptFetch = (input: string, init: ScriptFetchInit) => Promise<{ text: string }>
