import type { BotEntry, ChatRecord, Entry } from '../conversation/chat-state.js'
import { useChatState } from './chat-context.js'

/**
 * The entry that asks the current question, and the last one of the bot. They differ if the last answer was rejected: the last entry then
 * says why, and has the id of the input.
 */
export function asked({ entries, input }: ChatRecord): [question: Entry | undefined, last: Entry | undefined] {
  const said = entries.filter(({ kind }) => kind !== 'guest')
  return [said.findLast((entry) => (entry as BotEntry).message?.id !== input?.id), said.at(-1)]
}

/** The id of the entry that says why the last answer was rejected; undefined if it was not. */
export function useInvalidId(): string | undefined {
  const [question, last] = asked(useChatState())
  return question === last ? undefined : 'invalid'
}
