import type { Answer } from '../service/api.js'

/** Starting point of a preview; the start of the flow by default. */
export type StartFrom =
  | { type: 'group'; groupId: string }
  | { type: 'event'; eventId: string }
  /** After a turn of a result, with the state at that time. `replies` replace recorded ones. */
  | { type: 'result'; resultId: string; turn: number; replies?: { turn: number; text: string }[] }

type ServedLog = NonNullable<Answer<'startPreviewChat'>['logs']>[number]

/** The cause of a log, as the engine names it. */
export type LogCause = NonNullable<ServedLog['cause']>

export interface LogLine {
  status?: string
  description: string
  details?: string
  /** Id of the block that the log is about. */
  context?: string
  cause?: LogCause
  /** The block that wrote it, in this bot or in a linked one. */
  blockId?: string
}

export interface RunState {
  /** Counts events of the run. Components that show more than this state query the service again when it grows. */
  steps: number
  inputId: string | undefined
  isEnded: boolean
  logs: readonly LogLine[]
  /** The block before which the run has stopped, in this bot or in a linked one. */
  stop: { botId: string; blockId: string } | undefined
  /** True if the run stops before the next block, whichever it is. */
  isStepping: boolean
}
