import { type Integration, type IntegrationType, integrations, jsonOf, type OAuth } from '@colloquy/flow/integrations'
import { decodeText } from '@colloquy/ports/egress'
import type { Service } from '../service.js'
import { callService } from '../service-calls/call-service.js'
import type { OpenCredentials } from '../vault/vault.js'
import type { Problem } from './access-tokens.js'

/** Returns the name of the provider account that the user authorized. */
export async function findAccount(
  { services }: Pick<Service, 'services'>,
  type: IntegrationType,
  { provider }: OAuth,
  opened: OpenCredentials,
  workspaceId: string,
): Promise<{ name: string } | Problem> {
  const { credentials }: Integration = integrations[type]
  if (!credentials) return { problem: 'this integration has no credentials.' }
  const { call, name } = provider.account
  const answer = await callService(
    { type, credentials, opened, call, request: { owner: { workspaceId }, timeoutSeconds: 10 } },
    services,
  )
  if (answer.kind !== 'response') return { problem: `${provider.label} did not answer.` }
  const found = answer.status < 300 ? name(jsonOf(decodeText(answer.body, answer.headers))) : undefined
  return found === undefined ? { problem: `${provider.label} answered ${answer.status}.` } : { name: found }
}
