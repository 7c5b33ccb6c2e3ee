/**
 * One stretch of a script's running, from its start or from the answers it waited for to its end or its next wait. A segment
 * can be run again from its beginning: nothing that it asks for is done before it is over.
 */
export type Segment =
  | { kind: 'start'; code: string; mode: 'value' | 'full' /** JSON of `ScriptArgument[]`. */; args: string }
  | { kind: 'resume'; image: MemoryImage /** JSON of `FetchAnswer[]`. */; answers: string }
  | { kind: 'match'; pattern: string; flags: string; texts: string[] }

/** What a worker is told to do. */
export interface SegmentOrder {
  segment: Segment
  /** On the wall; more than `ownMilliseconds`, so that what the rest of the machine does costs a script nothing. */
  milliseconds: number
  /** Of the worker's own running. */
  ownMilliseconds: number
  /** The worker steps back behind everything else that wants a processor, for good. */
  behind: boolean
}

export type SegmentResult =
  /** JSON of `ScriptReport`, which the script's side has written: to be parsed and checked. */
  | {
      kind: 'report'
      text: string
      /** Milliseconds for which the worker ran. */
      spent: number
      /** Where the script waits, when it does. */
      image?: MemoryImage
      /** The code is not JavaScript, whatever its arguments are. */
      isSyntax?: boolean
    }
  | { kind: 'matches'; matches: boolean[]; spent: number }
  | {
      kind: 'failed'
      reason: 'threw' | 'time' | 'memory' | 'too-large' | 'invalid'
      message: string
      spent: number
    }

/** What the inside of the sandbox says about a script. */
export interface ScriptReport {
  state: 'done' | 'threw' | 'memory' | 'too-large' | 'waits' | 'stuck'
  value?: unknown
  assigned?: { name: string; value?: unknown }[]
  message?: string
  /** To be performed, whatever the state is. */
  requests?: FetchRequest[]
}

export interface FetchRequest {
  id: number
  input: string
  init: { method?: string; headers?: Record<string, string>; body?: string }
}

export type FetchAnswer = { id: number; ok: true; text: string } | { id: number; ok: false; message: string }

/** The pages of a sandbox's memory that differ from a fresh one, which is the same in every worker. */
export interface MemoryImage {
  /** Numbers of the pages, in the order in which `bytes` holds them. */
  readonly pages: Uint32Array
  readonly bytes: Uint8Array
}
