import {
  type IntegrationType,
  integrationOf,
  jsonOf,
  type ListItem,
  type ListReading,
  messageOf,
  type RemoteList,
} from '@colloquy/flow/integrations'
import { decodeText } from '@colloquy/ports/egress'
import { isProblem } from '../oauth/access-tokens.js'
import { callKey } from '../process/recent-answers.js'
import type { Needs } from '../service.js'
import { withoutSecrets } from '../service-calls/authenticate.js'
import { sentence } from '../service-calls/sentence.js'
import { callWithCredentials } from './call-with-credentials.js'
import type { ListAnswer } from './list-answer.js'
import { openForCalls } from './open-credentials.js'

interface ListRequest {
  workspaceId: string
  type: IntegrationType
  list: string
  credentialsId?: string
  options?: Record<string, unknown>
}

/** Asks a service for the choices of an option. Failures are returned as a `problem`, so that the field stays a text field. */
export async function listItems(
  service: Needs<'vault' | 'oauthTokens' | 'listAnswers' | 'services' | 'config'>,
  request: ListRequest,
): Promise<ListAnswer> {
  const { workspaceId, type, list, credentialsId, options = {} } = request
  const definition = integrationOf(type)
  const remote = remoteListOf(type, list)
  if (!definition?.credentials || !remote) return nothing('There is no such list.')
  if (credentialsId === undefined && !definition.credentials.isOptional) return nothing('Choose an account first.')
  const found = credentialsId === undefined ? undefined : await openForCalls(service, workspaceId, type, credentialsId)
  if (credentialsId !== undefined && !found) return nothing('The account is not in this workspace.')
  if (found && isProblem(found)) return nothing(sentence(found.problem))
  const call = remote.call(options)
  if (!call) return { items: [] }
  const { credentials, label } = definition
  const key = callKey(workspaceId, type, list, credentialsId, call, found?.opened.data)
  const known = service.listAnswers.get(key, freshSeconds)
  if (known) return known
  const maxBytes = service.config.limits.serviceListBytes
  const { answer, opened } = await callWithCredentials(
    { type, credentials, call, request: { owner: { workspaceId }, timeoutSeconds: 10, maxBytes } },
    found,
    service.services,
  )
  if (answer.kind === 'too-large')
    return nothing(`The list of ${label} is larger than ${maxBytes} bytes. Type the value.`)
  if (answer.kind !== 'response')
    return nothing('reason' in answer ? sentence(answer.reason) : `${label} did not answer.`)
  const body = jsonOf(withoutSecrets(decodeText(answer.body, answer.headers), credentials, opened?.data ?? {}))
  if (answer.status >= 300) {
    const said = messageOf(body)?.slice(0, 300)
    return nothing(`${label} answered ${answer.status}${said ? `: ${said}` : '.'}`)
  }
  const read = remote.read(body, options)
  const reading: ListReading = Array.isArray(read) ? { items: read } : read
  const suggested = { ...reading, items: shortened(reading.items) }
  service.listAnswers.keep(key, suggested)
  return suggested
}

const freshSeconds = 300
const maxItems = 1_000
const maxTextLength = 200

function remoteListOf(type: IntegrationType, name: string): RemoteList | undefined {
  for (const { lists = {} } of Object.values(integrationOf(type)?.actions ?? {})) {
    if (Object.hasOwn(lists, name)) return lists[name]
  }
  return undefined
}

const shortened = (items: readonly ListItem[]): ListItem[] =>
  items
    .filter(({ value }) => value.length <= maxTextLength)
    .slice(0, maxItems)
    .map(({ label, value }) => ({ label: label.slice(0, maxTextLength), value }))

const nothing = (problem: string): ListAnswer => ({ items: [], problem })
