import type { EgressOutcome } from '@colloquy/ports/egress'
import { isProblem } from '../oauth/access-tokens.js'
import { type CallServiceOptions, callService, type ServicePorts } from '../service-calls/call-service.js'
import type { OpenCredentials } from '../vault/vault.js'
import type { CallCredentials } from './open-credentials.js'

/** Outcome of a call, and the credentials that were finally used. */
export interface Called {
  answer: EgressOutcome
  opened: OpenCredentials | undefined
}

/** Makes a call, and repeats it with a new access token if the service rejects the current one. */
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
