import type { FailureCause } from '@colloquy/channels'
import { cutDetails } from '@colloquy/engine'
import type { ContactKey, SessionRow } from '@colloquy/storage'
import type { Needs } from '../service.js'
import { logRow } from '../turns/commit.js'

/** Adds an entry for the author to the logs of the chat's result. */
export async function note(
  service: Needs<'storage' | 'now'>,
  { workspaceId, botId, resultId }: SessionRow,
  description: string,
  details: string,
  status: 'error' | 'info' = 'error',
): Promise<void> {
  const { results } = service.storage
  const result = resultId && (await results.get(workspaceId, botId, resultId))
  const log = { status, description, details: cutDetails(details) } as const
  if (result) await results.addLogs([logRow(result.id, log, service.now())])
}

/** Logs a message that the app did not take or deliver, and stores at the contact what that means for later messages. `at`: time of the failure. */
export async function noteUndelivered(
  service: Needs<'storage' | 'now'>,
  { key, row }: { key: ContactKey; row: SessionRow | undefined },
  { reason, cause, at }: { reason: string; cause?: FailureCause; at: number },
): Promise<void> {
  const { messaging } = service.storage
  if (cause === 'opt-out') await messaging.restrict(key, { optedOutAt: at })
  if (cause === 'cap') await messaging.restrict(key, { cappedUntil: at + capPause })
  if (!row) return
  if (cause === undefined) await note(service, row, undelivered, reason)
  else await note(service, row, failures[cause].description, reason, failures[cause].status)
}

/** Milliseconds for which apps ask to send nothing more of the same kind. */
const capPause = 86_400_000

const failures: Readonly<Record<FailureCause, { description: string; status: 'error' | 'info' }>> = {
  window: {
    description:
      'A message did not arrive: the contact has not written within the reply window, so only a template can be sent',
    status: 'error',
  },
  cap: {
    description:
      'The app did not deliver a message, because the contact already got enough messages of businesses. Try again in a day',
    status: 'info',
  },
  'opt-out': {
    description: 'The contact wants no messages. The bot sends none until they write again',
    status: 'info',
  },
}

/** Title of the log entry for a message that did not reach its recipient. */
export const undelivered = 'A message did not arrive in the messaging app'

/** Title of the log entry for messages that wait for new credentials. */
export const tokenRefused = 'The app does not accept the access token. Enter a new one: the messages wait'
