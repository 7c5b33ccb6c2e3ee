import { type AccountData, addressesOf, type ChannelDefinition, channelOfCredentials } from '@colloquy/channels'
import type { CredentialsData, CredentialsType } from '@colloquy/flow'
import {
  type Credentials,
  type HttpCallOfService,
  type IntegrationType,
  integrationOf,
  isIntegration,
} from '@colloquy/flow/integrations'
import { type MailPort, mailAccountOf } from '@colloquy/ports/mail'
import type { Owner } from '@colloquy/ports/shares'
import { calledFor } from '../mcp/list-server-tools.js'
import { toolServerOf } from '../mcp/perform-mcp.js'
import { isTrouble } from '../mcp/rpc.js'
import type { ToolClient } from '../mcp/tool-client.js'
import { baseAddress, callService, type ServicePorts } from '../service-calls/call-service.js'
import { sentence } from '../service-calls/sentence.js'
import type { OpenCredentials } from '../vault/vault.js'

/** Outcome of a connection test, in words for the person who entered the credentials. */
export interface ConnectionTest {
  status: 'success' | 'failure' | 'untested'
  message: string
}

/** Sends a request whose secret headers are restricted to the given hosts: the part of the egress client that is used here. */
export type SendRequest = (request: {
  owner: Owner
  url: string
  method: string
  headers: readonly (readonly [name: string, value: string])[]
  secretHeaders: {
    headers: readonly (readonly [name: string, value: string])[]
    hosts: readonly string[]
    path?: readonly [placeholder: string, secret: string]
  }
  maxBytes: number
}) => Promise<
  | { kind: 'response'; status: number }
  | { kind: 'refused' | 'failed'; reason: string }
  | { kind: 'timeout'; seconds: number }
  | { kind: 'too-large' }
>

interface ConnectionTestPorts {
  mail: MailPort
  send: SendRequest
  providers: Providers
  services: ServicePorts
  tools: Pick<ToolClient, 'list'>
}

/** Tests credentials by authenticating, and does nothing else. Types without a harmless request are not tested. */
export async function tryCredentials<T extends CredentialsType>(
  type: T,
  opened: OpenCredentials<T>,
  ports: ConnectionTestPorts,
  owner: Owner,
): Promise<ConnectionTest> {
  if (type === 'mcp') return tryTools(opened as unknown as OpenCredentials<'mcp'>, ports.tools, owner)
  if (type === 'smtp') return tryMail(opened as unknown as OpenCredentials<'smtp'>, ports.mail, owner)
  const definition = integrationOf(type)?.credentials
  if (definition && isIntegration(type)) return trySignIn(type, definition, opened, ports.services, owner)
  const channel = channelOfCredentials(ports.providers.channels, type)
  const probe = channel ? probeOfChannel(channel) : (probes as { [K in CredentialsType]?: MakeProbe<K> })[type]
  if (!probe) return untested
  const request = probe(opened.data, ports.providers)
  if (!request) return failure('The credentials hold no key: give them one.')
  const { url, header, secretInPath, headers = [] } = request
  const { host } = new URL(url)
  const hosts = request.isOfInstance ? [host] : opened.allowedHosts
  const send = request.isOfInstance ? ports.providers.send : ports.send
  if (!hosts.includes(host)) return failure(`${host} is not among the hosts that these credentials are for.`)
  const answer = await send({
    owner,
    url,
    method: 'GET',
    headers,
    secretHeaders: { headers: header ? [header] : [], hosts, ...(secretInPath && { path: secretInPath }) },
    maxBytes,
  })
  return readAnswer(host, answer)
}

/** Of an answer only the status counts, so a longer one is not read. */
const maxBytes = 65_536

const untested: ConnectionTest = { status: 'untested', message: 'Only use will show whether these credentials work.' }

const fieldOf = ({ data }: OpenCredentials, name: string): unknown => (data as Readonly<Record<string, unknown>>)[name]

function readAnswer(host: string, answer: Awaited<ReturnType<SendRequest>>): ConnectionTest {
  switch (answer.kind) {
    case 'timeout':
      return failure(`${host} did not answer within ${answer.seconds} s.`)
    case 'refused':
    case 'failed':
      return failure(`${host} could not be reached: ${answer.reason}`)
    case 'too-large':
      return { status: 'success', message: `${host} accepted the key.` }
    case 'response':
      return verdict(host, answer.status)
  }
}

/** Makes the call that the definition of an integration names for this test. */
async function trySignIn(
  type: IntegrationType,
  credentials: Credentials,
  opened: OpenCredentials,
  ports: ServicePorts,
  owner: Owner,
): Promise<ConnectionTest> {
  const { test: calls = [], auth } = credentials
  const keyOf = ({ key }: HttpCallOfService) => key ?? ('field' in auth ? auth.field : '')
  const isGiven = (call: HttpCallOfService) => Boolean(fieldOf(opened, keyOf(call)))
  const missing = Object.entries(credentials.fields).find(
    ([name, { isRequired }]) => isRequired && !fieldOf(opened, name),
  )
  if (missing) return failure(`The credentials hold no ${missing[1].label.toLowerCase()}: enter them again.`)
  if (calls.length === 0) return untested
  if (!calls.some(isGiven)) return failure('The credentials hold no key: enter them again.')
  let result = untested
  for (const call of calls.filter(isGiven)) {
    const made = { type, credentials, opened, call }
    const { host } = new URL(baseAddress(made, ports))
    result = readAnswer(host, await callService({ ...made, request: { owner, maxBytes } }, ports))
    if (result.status === 'failure') return result
  }
  return result
}

async function tryTools(
  opened: OpenCredentials<'mcp'>,
  client: ConnectionTestPorts['tools'],
  owner: Owner,
): Promise<ConnectionTest> {
  const server = toolServerOf(opened, owner.workspaceId)
  if (!server) return failure('The credentials name no server: give them an address.')
  const tools = await client.list(server, calledFor(owner.workspaceId))
  if (isTrouble(tools)) return failure(sentence(tools.reason))
  return { status: 'success', message: `${new URL(server.url).host} offers ${tools.length} tools.` }
}

async function tryMail(opened: OpenCredentials<'smtp'>, mail: MailPort, owner: Owner): Promise<ConnectionTest> {
  const account = mailAccountOf(opened.data)
  if (!account) return failure('The credentials name no mail server: give them a host.')
  const outcome = await mail.verify(account, owner)
  if (outcome.kind === 'failed') return failure(outcome.reason)
  const signedIn = account.password === undefined ? 'answered' : 'accepted the user name and password'
  return { status: 'success', message: `${account.host}:${account.port} ${signedIn}.` }
}

function verdict(host: string, status: number): ConnectionTest {
  if (status >= 200 && status < 300) return { status: 'success', message: `${host} accepted the key.` }
  if (status === 401 || status === 403) return failure(`${host} did not accept the key (status ${status}).`)
  return failure(`${host} answered with status ${status}.`)
}

function failure(message: string): ConnectionTest {
  return { status: 'failure', message }
}

/** Addresses of providers, which the operator may have set and flows use, and the egress client for them. */
export interface Providers {
  stripeUrl: string
  channels: readonly ChannelDefinition[]
  channelAddresses: Readonly<Record<string, string>>
  send: SendRequest
}

type MakeProbe<T extends CredentialsType> = (data: CredentialsData<T>, providers: Providers) => Probe | undefined

interface Probe {
  url: string
  /** The instance chooses the host, whatever hosts these credentials allow otherwise. */
  isOfInstance?: true
  /** Header with the secret, unless it is in the path. */
  header?: readonly [name: string, value: string]
  secretInPath?: readonly [placeholder: string, secret: string]
  headers?: readonly (readonly [name: string, value: string])[]
}

const bearer = (key: string) => ['authorization', `Bearer ${key}`] as const
const withKey = (key: string | undefined, url: string): Probe | undefined =>
  key ? { url, header: bearer(key) } : undefined

const ofInstance = (probe: Probe | undefined): Probe | undefined => probe && { ...probe, isOfInstance: true }

/** Requests that only succeed with a valid key, and that change and cost nothing. */
const probes = {
  stripe: ({ live }, { stripeUrl }) => ofInstance(withKey(live.secretKey, `${stripeUrl}/v1/balance`)),
} satisfies { [K in CredentialsType]?: MakeProbe<K> }

function probeOfChannel(channel: ChannelDefinition): MakeProbe<CredentialsType> | undefined {
  const { probe } = channel
  return (
    probe &&
    ((data, { channelAddresses }) =>
      ofInstance(probe({ data: data as AccountData, addresses: addressesOf(channel, channelAddresses) })))
  )
}
