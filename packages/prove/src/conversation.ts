import type { TurnRecord } from './turn-record.js'

/** A recorded conversation, for replays. */
export interface RecordedConversation {
  /** Identifies it in reports. */
  id: string
  /** Ids that blocks created are derived from it. */
  sessionId: string
  resultId?: string
  /** The release on which it was held. */
  releaseId: string
  /** Why it cannot be replayed: it began with a remembered result, which is not recorded, or is too long. */
  isUnknown?: 'restored' | 'long'
  turns: readonly RecordedTurn[]
}

export interface RecordedTurn {
  record: TurnRecord
  /** Milliseconds since 1970. */
  now: number
  /** 32 bits. */
  seed: number
  /** The messages that were sent, as JSON, or the stored answer that begins with them: shows if the release still says the same. */
  said?: string
}
