import type { Credentials, HttpCallOfService, IntegrationType } from '@colloquy/flow/integrations'
import type { ArrivingBody, EgressOutcome, EgressPort, EgressRequest, StreamedRequest } from '@colloquy/ports/egress'
import type { StopSignal } from '@colloquy/ports/shares'
import { readUrl } from '@colloquy/ports/urls'
import type { ServiceAddresses } from '../config/service-addresses.js'
import type { OpenCredentials } from '../vault/vault.js'
import { authenticate, type CredentialsFields, type Proof } from './authenticate.js'
import type { UploadedFile } from './read-upload.js'

declare module '../service.js' {
  interface Service {
    /** Clients for services of integrations. */
    readonly services: ServicePorts
  }
}

export interface CallServiceOptions {
  type: IntegrationType
  credentials: Credentials
  /** Undefined if the service is called without credentials. */
  opened: OpenCredentials | undefined
  call: HttpCallOfService
  /** The file that `call.upload` asks for. */
  file?: UploadedFile
  request: Pick<EgressRequest, 'owner' | 'timeoutSeconds' | 'maxBytes' | 'guard'>
}

/** HTTP clients for calls to services, and the base addresses that the operator chose. */
export interface ServicePorts {
  /** Client for addresses that authors choose. */
  egress: EgressPort
  /** Client for addresses that the operator chose. */
  providers: EgressPort
  addresses: ServiceAddresses
  /** Called before each call; a returned reason forbids it. */
  modelAccess: { blockedReason(type: string, workspaceId: string, host: string): Promise<string | undefined> }
}

/** Makes one call to a service, with the secrets of its credentials, which go to the hosts of the credentials and nowhere else. */
export async function callService(options: CallServiceOptions, ports: ServicePorts): Promise<EgressOutcome> {
  const { type, credentials, opened, call, request } = options
  const data: CredentialsFields = opened?.data ?? {}
  const base = baseAddress(options, ports)
  const path = pathOf(call.path)
  if (path === undefined)
    return { kind: 'refused', reason: 'a part of the address is empty or not allowed: check the ids in the options.' }
  if (readUrl(base) === undefined)
    return { kind: 'refused', reason: 'the base address of the credentials is not an address.' }
  const end = call.verb ? `:${call.verb}` : call.endsWithSlash ? '/' : ''
  const url = new URL(`${base.replace(/(?<!\/)\/+$/, '')}/${path}${end}`)
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  const proof = authenticate(credentials.auth, data, call)
  const content = options.file ? await formWith(call, options.file) : contentOf(call, proof.json)
  const sent = {
    ...request,
    url: url.href,
    method: call.method,
    headers: [...content.headers, ...Object.entries(call.headers ?? {})],
    ...(content.body !== undefined && { body: content.body }),
  }
  return sendToService({ type, opened, secrets: proof.headers }, sent, ports)
}

interface Sender extends Pick<CallServiceOptions, 'type' | 'opened'> {
  /** Headers that identify the caller. */
  secrets: Proof['headers']
}

/** Sends a request to the address of a service, with these secrets. */
export async function sendToService(
  sender: Sender,
  request: EgressRequest,
  ports: ServicePorts,
  signal?: StopSignal,
): Promise<EgressOutcome> {
  const { port, ...more } = wayTo(sender, request, ports)
  return (await blockedResponse(sender, request, ports)) ?? port.send({ ...request, ...more }, signal)
}

/** Like `sendToService`, for an answer that is read while it arrives. */
export async function openService(
  sender: Sender,
  request: StreamedRequest,
  ports: ServicePorts,
  signal: StopSignal,
): Promise<EgressOutcome<ArrivingBody>> {
  const { port, ...more } = wayTo(sender, request, ports)
  return (await blockedResponse(sender, request, ports)) ?? port.open({ ...request, ...more }, signal)
}

async function blockedResponse({ type }: Sender, { url, owner }: EgressRequest, { modelAccess }: ServicePorts) {
  const reason = await modelAccess.blockedReason(type, owner.workspaceId, new URL(url).host)
  return reason === undefined ? undefined : ({ kind: 'refused', reason } as const)
}

function wayTo(
  { type, opened, secrets }: Sender,
  { url }: EgressRequest,
  { egress, providers, addresses }: ServicePorts,
): { port: EgressPort } & Pick<EgressRequest, 'secretHeaders' | 'staysAtOrigin'> {
  const isChosen = addresses[type] !== undefined
  const hosts = isChosen ? [new URL(url).host] : (opened?.allowedHosts ?? [])
  return {
    port: isChosen ? providers : egress,
    staysAtOrigin: true,
    ...(opened && { secretHeaders: { headers: secrets, hosts } }),
  }
}

/** Returns the base address of a call: the operator's choice, else that of the credentials, of the block, or of the service. */
export function baseAddress(
  { type, credentials, opened, call }: Omit<CallServiceOptions, 'request' | 'call'> & { call: { baseUrl?: string } },
  { addresses }: Pick<ServicePorts, 'addresses'>,
): string {
  const own = fieldOf(opened?.data ?? {}, credentials.addressField)
  return addresses[type] ?? own ?? call.baseUrl ?? credentials.address
}

/** Returns the encoded path; undefined if a segment would lead elsewhere. */
function pathOf(segments: readonly string[]): string | undefined {
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return undefined
  return segments.map(encodeURIComponent).join('/')
}

function contentOf({ json, form }: HttpCallOfService, added: Record<string, string> | undefined) {
  if (form) {
    const headers: [string, string][] = [['Content-Type', 'application/x-www-form-urlencoded']]
    return { headers, body: new URLSearchParams(form).toString() }
  }
  if (json === undefined) return { headers: [] }
  const whole = added && typeof json === 'object' && json !== null ? { ...json, ...added } : json
  const headers: [string, string][] = [['Content-Type', 'application/json']]
  return { headers, body: JSON.stringify(whole) }
}

async function formWith({ form = {} }: HttpCallOfService, { field, name, type, content }: UploadedFile) {
  const data = new FormData()
  for (const [key, value] of Object.entries(form)) data.append(key, value)
  data.append(field, new Blob([content], { type }), name)
  const written = new Response(data)
  const headers: [string, string][] = [['Content-Type', written.headers.get('content-type') ?? '']]
  return { headers, body: new Uint8Array(await written.arrayBuffer()) }
}

function fieldOf(data: CredentialsFields, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : data[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
