import type { Log } from '@colloquy/chat'

/**
 * Returns the logs of a turn as its answer shows them. Authors see everything in a preview. A visitor sees that something happened, without
 * details, and for entries that concern only the author (calls, emails) not even the target. The stored log of the result keeps everything.
 */
export function shownLogs(logs: readonly Log[], mode: 'live' | 'preview'): Log[] {
  if (mode === 'preview') return logs.map(({ isPrivate: _, ...log }) => log)
  return logs.map(({ status, description, isPrivate }) => ({
    status,
    description: isPrivate ? generalDescriptions[status ?? 'error'] : description,
  }))
}

const generalDescriptions = {
  error: 'A step of this conversation has failed',
  success: 'A step of this conversation was carried out',
  info: 'A step of this conversation had something to note',
} as const
