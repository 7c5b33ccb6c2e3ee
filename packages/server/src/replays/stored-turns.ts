import type { Message } from '@colloquy/chat'
import type { RecordedConversation, RecordedTurn, TurnRecord } from '@colloquy/prove'
import type { RecordedTurnRow, SessionOrigin } from '@colloquy/storage'
import { turnSeed } from '../turns/turn-record.js'

/** Converts a stored turn for a replay; undefined for a turn without a visitor, such as the move of a chat to another release. */
export function recordedTurn(secret: string, row: RecordedTurnRow): RecordedTurn | undefined {
  const said = messagesIn(row.answer)
  if (said === undefined) return undefined
  return {
    record: JSON.parse(row.request) as TurnRecord,
    said,
    now: row.createdAt,
    // Computed only when it is read, or when the turn is sent to a thread.
    get seed() {
      return turnSeed(secret, row.sessionId, row.number)
    },
  }
}

/** Builds the conversation of a result, which began at `result.createdAt`; without its turns if it cannot be replayed. */
export function recordedConversation(
  result: { id: string; createdAt: number },
  origin: SessionOrigin,
  { turns, isIncomplete }: { turns: readonly RecordedTurn[]; isIncomplete: boolean },
): RecordedConversation {
  // If the result is older than its session, the visitor's browser remembered it.
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

/** Maximum number of releases of a list of conversations: only bots that are published all day long have more. */
export const maxReleases = 50

/** Returns the ids of all releases that these conversations were held with, including those of linked bots. */
export function releaseIdsOf(conversations: readonly RecordedConversation[]): Set<string> {
  return new Set(conversations.flatMap(({ releaseId, turns }) => [releaseId, ...turns.flatMap(linkedReleases)]))
}

function linkedReleases({ record }: RecordedTurn): string[] {
  return (record.effects ?? []).flatMap((effect) =>
    effect.kind === 'program' && 'outcome' in effect ? (effect.outcome.programId ?? []) : [],
  )
}

/**
 * Returns the messages of an answer as JSON, or a text that begins with them: the whole answer to a reply, or the rest of an answer to a
 * start. The answer is parsed only if something else in it has the same name.
 */
function messagesIn(answer: string): string | undefined {
  if (answer.startsWith(begin)) return answer
  const at = answer.indexOf(within)
  if (at >= 0 && answer.indexOf(within, at + 1) < 0) return begin + answer.slice(at + within.length)
  const { messages } = JSON.parse(answer) as { messages?: Message[] }
  return messages && JSON.stringify(messages)
}

const begin = '{"messages":['
/** Cannot occur inside a string, where quotes are escaped. */
const within = ',"messages":['
