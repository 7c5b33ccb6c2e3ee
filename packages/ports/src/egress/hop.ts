import { readUrl } from '../read-url.js'
import { allowEntryOf, bareHost, portOf } from './allow-list.js'
import type { EgressRequest, SecretHeaders } from './egress-port.js'

/** One request of a call: the first one, or one that a redirect requested. */
export interface Hop {
  url: URL
  method: string
  /** The author's headers. */
  headers: readonly (readonly [name: string, value: string])[]
  body?: string | Uint8Array
  secretHeaders?: SecretHeaders
  staysAtOrigin?: true
}

export type HopOrError = { kind: 'hop'; hop: Hop } | { kind: 'refused'; reason: string }

export function firstHop(request: Omit<EgressRequest, 'owner'>): HopOrError {
  const url = readUrl(request.url)
  if (url === undefined) return refused('The address is none: it should look like https://example.com/path.')
  const method = request.method.toUpperCase()
  if (!methods.has(method)) {
    return refused(
      `Method ${JSON.stringify(method.slice(0, 20))} cannot be used: use one of ${[...methods].join(', ')}.`,
    )
  }
  const credentials = basicCredentials(url)
  tidy(url)
  const hasOwn = request.headers.some(([name]) => name.toLowerCase() === 'authorization')
  const headers: Hop['headers'] =
    credentials && !hasOwn ? [...request.headers, ['authorization', credentials]] : request.headers
  const body = bodiless.has(method) ? undefined : request.body
  const { secretHeaders, staysAtOrigin } = request
  return { kind: 'hop', hop: { url, method, headers, body, secretHeaders, staysAtOrigin } }
}

/**
 * The next hop after a redirect, as in RFC 9110, 15.4. Nothing from the author or the vault is sent to another origin (scheme, host and
 * port): no header, no secret, no body.
 */
export function redirectedHop(hop: Hop, status: number, location: string): HopOrError {
  const target = readUrl(location, hop.url)
  const from = allowEntryOf(hop.url)
  if (target === undefined) return refused(`${from} redirects to what is no address.`)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return refused(`${from} redirects to an address that starts with ${target.protocol}`)
  }
  if (hop.url.protocol === 'https:' && target.protocol === 'http:') {
    return refused(
      `${from} redirects from https to http, where anybody could read along: call ${bareHost(target)} itself.`,
    )
  }
  if (target.username !== '' || target.password !== '')
    return refused(`${from} redirects to an address with a password.`)
  tidy(target)
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  const next = becomesGet ? withoutBody(hop, target) : { ...hop, url: target }
  if (target.origin === hop.url.origin) return { kind: 'hop', hop: next }
  if (hop.staysAtOrigin)
    return refused(`${from} redirects to ${allowEntryOf(target)}, which is not asked in its place: check the address.`)
  if (next.body !== undefined) {
    return refused(
      `${from} redirects to ${allowEntryOf(target)} and asks to send the body there, which is not done: call that address itself.`,
    )
  }
  return { kind: 'hop', hop: { url: target, method: next.method, headers: [] } }
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/** Why the secret of a hop must not be sent to its address; undefined if it may, or if there is none. */
export function secretProblem(hop: Hop, isInside: boolean): string | undefined {
  const secret = hop.secretHeaders
  if (secret === undefined) return undefined
  const host = bareHost(hop.url)
  const withPort = `${host}:${portOf(hop.url)}`
  const isUsualPort = hop.url.port === ''
  const hosts = secret.hosts.map((name) => name.toLowerCase())
  if (!hosts.includes(withPort) && !(isUsualPort && hosts.includes(host))) {
    return `The credential may be sent to ${secret.hosts.join(', ') || 'no host'} only, and this call goes to ${withPort}.`
  }
  if (hop.url.protocol === 'http:' && !isInside)
    return `The credential is sent by https only: call https://${host} instead.`
  return undefined
}

/** All headers of a hop's request; a secret replaces a header of the same name that the author set. */
export function headersOf(hop: Hop): [name: string, value: string][] {
  const secret = hop.secretHeaders?.headers ?? []
  const taken = new Set(secret.map(([name]) => name.toLowerCase()))
  const own = hop.headers.filter(([name]) => !taken.has(name.toLowerCase()))
  const given = [...own, ...secret].map(([name, value]): [string, string] => [name, value])
  const names = new Set(given.map(([name]) => name.toLowerCase()))
  return [...defaults.filter(([name]) => !names.has(name)), ...given]
}

/** The path of a hop's request, with its secret. */
export function pathOf({ url, secretHeaders }: Hop): string {
  const { path } = secretHeaders ?? {}
  return (path === undefined ? url.pathname : url.pathname.replace(path[0], () => path[1])) + url.search
}

/** Value of the Authorization header for the user and password in an address; undefined if it has neither. */
export function basicCredentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  return `Basic ${Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString('base64')}`
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const bodiless = new Set(['GET', 'HEAD'])
const defaults: readonly [string, string][] = [
  ['accept', '*/*'],
  ['accept-encoding', 'gzip, br'],
  ['user-agent', 'Colloquy'],
]

/** Removes parts that are not sent in a request, and the dot after a fully qualified name, which certificates do not contain. */
function tidy(url: URL): void {
  url.username = ''
  url.password = ''
  url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
}

/** A single percent sign stands for itself. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function withoutBody({ headers, secretHeaders, staysAtOrigin }: Hop, url: URL): Hop {
  const kept = headers.filter(([name]) => !/^content-/i.test(name))
  return { url, method: 'GET', headers: kept, secretHeaders, staysAtOrigin }
}

function refused(reason: string): HopOrError {
  return { kind: 'refused', reason }
}
