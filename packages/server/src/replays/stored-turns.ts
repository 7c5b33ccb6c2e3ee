import type { Message } from '@colloquy/chat'
import type { RecordedConversation, RecordedTurn, TurnRecord } from '@colloquy/prove'
import type { RecordedTurnRow, SessionOrigin } from '@colloquy/storage'
import { turnSeed } from '../turns/turn-record.js'

/** A turn as replays take it; undefined where no visitor took part, such as when a chat was taken over to another release. */
export function recordedTurn(secret: string, row: RecordedTurnRow): RecordedTurn | undefined {
  const said = messagesIn(row.answer)
  if (said === undefined) return undefined
  return {
    record: JSON.parse(row.request) as TurnRecord,
    said,
    now: row.createdAt,
    // Made when it is asked for, or when the turn is sent to a thread.
    get seed() {
      return turnSeed(secret, row.sessionId, row.number)
    },
  }
}

/** The conversation of a result, which began at `result.createdAt`, without its turns where it cannot be replayed. */
export function recordedConversation(
  result: { id: string; createdAt: number },
  origin: SessionOrigin,
  { turns, isIncomplete }: { turns: readonly RecordedTurn[]; isIncomplete: boolean },
): RecordedConversation {
  // A result that is older than its session was remembered by the visitor's browser.
  const unknown = result.createdAt < origin.createdAt ? 'restored' : isIncomplete ? 'long' : undefined
  return {
    id: result.id,
    sessionId: origin.id,
    resultId: result.id,
    releaseId: origin.releaseId,
    ...(unknown && { isUnknown: unknown }),
    turns: unknown ? [] : turns,
  }
}

/** More differ from conversation to conversation only in bots that are published all day long. */
export const mostReleases = 50

/** Releases that these conversations were held with, those of linked bots included. */
export function releaseIdsOf(conversations: readonly RecordedConversation[]): Set<string> {
  return new Set(conversations.flatMap(({ releaseId, turns }) => [releaseId, ...turns.flatMap(linkedReleases)]))
}

function linkedReleases({ record }: RecordedTurn): string[] {
  return (record.effects ?? []).flatMap((effect) =>
    effect.kind === 'program' && 'outcome' in effect ? (effect.outcome.programId ?? []) : [],
  )
}

/**
 * As JSON, or a text that begins with them: a whole answer to a reply, the rest of an answer to a start. Neither has to be parsed, unless
 * something else in it has the same name.
 */
function messagesIn(answer: string): string | undefined {
  if (answer.startsWith(begin)) return answer
  const at = answer.indexOf(within)
  if (at >= 0 && answer.indexOf(within, at + 1) < 0) return begin + answer.slice(at + within.length)
  const { messages } = JSON.parse(answer) as { messages?: Message[] }
  return messages && JSON.stringify(messages)
}

const begin = '{"messages":['
/** No text contains it: quotes are escaped there. */
const within = ',"messages":['
