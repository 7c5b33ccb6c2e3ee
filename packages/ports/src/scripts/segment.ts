/**
 * One uninterrupted part of a script's run, from its start or from the answers it waited for to its end or its next wait. A segment can be
 * repeated from its beginning, because none of its requests is performed before it has ended.
 */
export type Segment =
  | { kind: 'start'; code: string; mode: 'value' | 'full' /** JSON of `ScriptArgument[]`. */; args: string }
  | { kind: 'resume'; image: MemoryImage /** JSON of `FetchResponse[]`. */; answers: string }
  | { kind: 'match'; pattern: string; flags: string; texts: string[] }

/** Work of a worker. */
export interface SegmentOrder {
  segment: Segment
  /** By the wall clock; more than `ownMilliseconds`, so that the load of the machine is not counted against a script. */
  milliseconds: number
  /** Running time of the worker itself. */
  ownMilliseconds: number
  /** Lowers the worker's priority below everything else, permanently. */
  behind: boolean
}

export type SegmentResult =
  /** JSON of `ScriptReport`, written by the code inside the sandbox: it has to be parsed and checked. */
  | {
      kind: 'report'
      text: string
      /** Milliseconds for which the worker ran. */
      spent: number
      /** State in which the script waits, if it does. */
      image?: MemoryImage
      /** True if the code is not valid JavaScript, whatever its arguments are. */
      isSyntax?: boolean
    }
  | { kind: 'matches'; matches: boolean[]; spent: number }
  | {
      kind: 'failed'
      reason: 'threw' | 'time' | 'memory' | 'too-large' | 'invalid'
      message: string
      spent: number
    }

/** Report of the code inside the sandbox about a script. */
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

export type FetchResponse = { id: number; ok: true; text: string } | { id: number; ok: false; message: string }

/** The pages of a sandbox's memory that differ from a new one, which is the same in every worker. */
export interface MemoryImage {
  /** Numbers of the pages, in the order in which `bytes` holds them. */
  readonly pages: Uint32Array
  readonly bytes: Uint8Array
}
