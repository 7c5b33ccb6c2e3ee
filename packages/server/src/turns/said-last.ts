import { entryText, type SaidTurn, transcriptOf } from '@colloquy/engine'
import type { TurnRecord } from '@colloquy/prove'
import { shownText, type TurnRow } from '@colloquy/storage'

/** A stored turn as it was sent. */
export function saidTurn({ request, answer }: Pick<TurnRow, 'request' | 'answer'>): SaidTurn {
  const { message, streamed } = JSON.parse(request) as TurnRecord
  return { ...(JSON.parse(answer) as SaidTurn), message, streamed }
}

/** The text of a turn for lists: the answer of the visitor, or else the last message of the bot. Undefined if neither said anything. */
export function saidLast(turn: SaidTurn, previous?: SaidTurn): string | undefined {
  const entries = transcriptOf([turn], previous)
  const shown = entries.findLast(({ role }) => role === 'user') ?? entries.at(-1)
  const text = shown && entryText(shown).trim()
  return text ? shownText(text) : undefined
}
