import { type SaidTurn, type TranscriptEntry, transcriptOf } from '@colloquy/engine'
import type { TurnRow } from '@colloquy/storage'

/** What was said in a session, from its stored turns, oldest first. */
export function transcript(turns: readonly TurnRow[]): TranscriptEntry[] {
  return transcriptOf(
    turns.map((turn) => ({ ...(JSON.parse(turn.answer) as SaidTurn), message: JSON.parse(turn.request).message })),
  )
}
