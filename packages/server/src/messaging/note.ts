import { cutDetails } from '@colloquy/engine'
import type { SessionRow } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { logRow } from '../turns/commit.js'

/** Adds an entry for the author to the logs of the chat's result. */
export async function note(
  service: Needs<'storage' | 'now'>,
  { workspaceId, botId, resultId }: SessionRow,
  description: string,
  details: string,
): Promise<void> {
  const { results } = service.storage
  const result = resultId && (await results.get(workspaceId, botId, resultId))
  const log = { status: 'error', description, details: cutDetails(details) } as const
  if (result) await results.addLogs([logRow(result.id, log, service.now())])
}

/** Title of the log entry for a message that did not reach its recipient. */
export const undelivered = 'A message did not arrive in the messaging app'
