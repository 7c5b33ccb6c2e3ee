import type { TurnRecord } from './turn-record.js'

/** A conversation as it was held, for replays. */
export interface RecordedConversation {
  /** Names it in reports. */
  id: string
  /** Ids that blocks made are derived from it. */
  sessionId: string
  resultId?: string
  /** The release that it was held with. */
  releaseId: string
  /** Why it cannot be replayed: it began from a remembered result, which is not recorded, or is too long. */
  isUnknown?: 'restored' | 'long'
  turns: readonly RecordedTurn[]
}

export interface RecordedTurn {
  record: TurnRecord
  /** Milliseconds since 1970. */
  now: number
  /** 32 bits. */
  seed: number
  /** The messages that were sent, as JSON, or the stored answer that begins with them: tells whether the release still says the same. */
  said?: string
}
