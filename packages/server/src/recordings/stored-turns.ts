import { type SaidTurn, type TranscriptEntry, transcriptOf } from '@colloquy/engine'
import type { TurnRecord } from '@colloquy/prove'
import type { TurnRow } from '@colloquy/storage'
import { timestamp } from '../http/timestamp.js'

/** A turn as stored. */
export interface StoredTurn {
  at: string
  reply?: TranscriptEntry
  entries: TranscriptEntry[]
}

export function storedTurns(rows: readonly TurnRow[]): StoredTurn[] {
  let previous: SaidTurn | undefined
  return rows.map(({ request, answer, createdAt }) => {
    const { message, streamed, people } = JSON.parse(request) as TurnRecord
    const said: SaidTurn = {
      ...JSON.parse(answer),
      message,
      ...(streamed && { streamed }),
      ...(people !== undefined && { people }),
    }
    const entries = transcriptOf([said], previous)
    previous = said
    const reply = entries[0]?.role === 'user' ? entries.shift() : undefined
    return { at: timestamp(createdAt), ...(reply && { reply }), entries }
  })
}
