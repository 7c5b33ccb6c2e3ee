/** Where a preview begins; at the start of the flow where nothing is said. */
export type StartFrom =
  | { type: 'group'; groupId: string }
  | { type: 'event'; eventId: string }
  /** After a turn of a result, with the state that it had then; `replies` in place of recorded ones. */
  | { type: 'result'; resultId: string; turn: number; replies?: { turn: number; text: string }[] }

export interface LogLine {
  status?: string
  description: string
  details?: string
  /** The id of the block that it is about. */
  context?: string
}

export interface RunState {
  /** Counts what has happened: whoever shows more than this state asks the service again when it grows. */
  steps: number
  inputId: string | undefined
  isEnded: boolean
  logs: readonly LogLine[]
  /** The block before which it has stopped, in this bot or in one that is linked. */
  stop: { botId: string; blockId: string } | undefined
  /** It stops before the next block, whichever it is. */
  isStepping: boolean
}
