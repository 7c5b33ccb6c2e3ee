import type { Turn } from '@colloquy/engine'
import { shownLogs } from './shown-logs.js'

/** The part of an answer that starts and replies have in common; what is absent or empty is left out. */
export function answerOf(turn: Turn) {
  return {
    messages: turn.messages,
    lastMessageNewFormat: turn.lastMessageNewFormat,
    input: turn.input,
    clientSideActions: turn.clientSideActions.length > 0 ? turn.clientSideActions : undefined,
    logs: turn.logs.length > 0 ? shownLogs(turn.logs, turn.session.mode) : undefined,
    dynamicTheme: turn.dynamicTheme,
    progress: turn.progress,
  }
}
