import type { Turn } from '@colloquy/engine'
import { shownLogs } from './shown-logs.js'

/**
 * Returns the part of an answer that starts and replies have in common; absent and empty fields are omitted. Actions and logs are those of
 * the turn unless others are passed.
 */
export function answerOf(turn: Turn, { clientSideActions, logs }: Pick<Turn, 'clientSideActions' | 'logs'> = turn) {
  return {
    messages: turn.messages,
    lastMessageNewFormat: turn.lastMessageNewFormat,
    input: turn.input,
    clientSideActions: clientSideActions.length > 0 ? clientSideActions : undefined,
    logs: logs.length > 0 ? shownLogs(logs, turn.session.mode) : undefined,
    dynamicTheme: turn.dynamicTheme,
    progress: turn.progress,
    noAnswer: turn.noAnswer,
    isIgnored: turn.isIgnored,
    heldBy: turn.handOver && { by: 'queue' },
  }
}
