import type { Log } from '@colloquy/chat'

/**
 * The logs of a turn as its answer shows them. Authors see all in a preview. A visitor sees that something happened: no details,
 * and of what concerns the author alone (calls, mails) not even where it went. The stored log of the result keeps everything.
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
