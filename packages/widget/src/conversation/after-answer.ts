import type { ChatState, Entry, GuestEntry } from './chat-state.js'
import { stepsOf, waitsForPage } from './steps-of.js'
import type { Input, TurnAnswer } from './wire.js'

/** Writes to the one who speaks in place of the bot. */
export const personInput = { type: 'text input' } as Input

/** State changes after a reply was answered: the turn is there, and nothing of it has been shown yet. */
export function afterAnswer(state: ChatState, answer: TurnAnswer): Partial<ChatState> {
  const { pending, entries, progress, dynamicTheme, turn } = state
  const held = answer.heldBy
  const isReformatted = answer.lastMessageNewFormat !== undefined && pending?.isLabelled === false
  const reformat = (entry: Entry): Entry =>
    isReformatted && entry.id === pending?.entryId
      ? ({ ...entry, text: answer.lastMessageNewFormat } as GuestEntry)
      : entry
  return {
    turn: turn + 1,
    entries: entries.map(reformat),
    steps: stepsOf(answer),
    input: held ? personInput : answer.input,
    held,
    heldInput: held && (state.heldInput ?? state.input),
    isFollowed: answer.isFollowed,
    pending: undefined,
    isWaitingForPage: answer.messages.some(waitsForPage),
    isEnded: false,
    progress: answer.progress || progress,
    dynamicTheme: answer.dynamicTheme ?? dynamicTheme,
    wait: answer.noAnswer,
    notice: undefined,
  }
}

/** State changes after a reply was rejected. The visitor did not ask for a command, so its error is not shown. */
export function afterInvalidReply({ pending, entries }: ChatState, status: number, text?: string): Partial<ChatState> {
  const isGone = status === 404
  const kept = isGone ? entries : entries.filter((entry) => entry.id !== pending?.entryId)
  const isCommand = pending?.message?.type === 'command'
  const notice = isGone ? ({ kind: 'expired' } as const) : ({ kind: 'refused', text } as const)
  return { pending: undefined, entries: kept, notice: isCommand ? undefined : notice }
}
