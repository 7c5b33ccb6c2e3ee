import type { EgressAnswer } from '@colloquy/ports/egress'
import { isProblem } from '../oauth/access-tokens.js'
import type { OpenCredentials } from '../vault/vault.js'
import { type CallServiceOptions, callService, type ServicePorts } from './call-service.js'
import type { CallCredentials } from './open-credentials.js'

/** What came of a call, and the credentials that it was made with in the end. */
export interface Called {
  answer: EgressAnswer
  opened: OpenCredentials | undefined
}

/** Makes a call, and once more with a new access token when the service does not take the one at hand. */
export async function callWithCredentials(
  options: Omit<CallServiceOptions, 'opened'>,
  credentials: CallCredentials | undefined,
  ports: ServicePorts,
): Promise<Called> {
  const opened = credentials?.opened
  const answer = await callService({ ...options, opened }, ports)
  if (answer.kind !== 'response' || answer.status !== 401 || !credentials?.renew) return { answer, opened }
  const renewed = await credentials.renew()
  if (isProblem(renewed)) return { answer: { kind: 'refused', reason: renewed.problem }, opened }
  return { answer: await callService({ ...options, opened: renewed.opened }, ports), opened: renewed.opened }
}
