/**
 * Runs in a separate network namespace (`unshare -n -m`), where every address is one of this machine, with a writable folder. It calls
 * forbidden addresses with and without the egress client, and prints as JSON the outcomes and the connections that the canaries recorded.
 */

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { testCertificate, testKey } from '@colloquy/test-kit/net/certificate'
import { startDnsServer } from '@colloquy/test-kit/net/dns-server'
import type { EgressPort, EgressRequest } from '../egress/egress-port.js'
import type { EgressOptions } from '../egress/open-egress.js'
import { readUrl } from '../read-url.js'
import { botOf } from './bot-of.js'
import { type Hit, startCanaries } from './canaries.js'
import { ambiguousUrls, hostileUrls } from './hostile-urls.js'
import { openTestEgress, testLimits } from './limited-ports.js'

/** All addresses are tried at once. */
const manyAtOnce = { ...testLimits, outgoingCalls: 4_096 }

const publicAddress = '93.184.216.34'
const otherPublicAddress = '93.184.216.35'
const publicIpv6 = '2606:2800:220:1::1'
const ownAddress = '93.184.216.99'
const publicAddresses = [publicAddress, otherPublicAddress, publicIpv6, ownAddress]
const crowd = Array.from({ length: 64 }, (_, index) => `93.184.217.${index}`)

const [, , folder = '.'] = process.argv
ownNetwork()
const dns = await startDnsServer({
  'public.test': [publicAddress, publicIpv6],
  'crowd.test': crowd,
  'private.test': ['10.0.0.5'],
  'linklocal.test': ['169.254.169.254'],
  'mapped.test': ['::ffff:10.0.0.5'],
  'both.test': [publicAddress, 'fd00::1'],
  'many.test': [...crowd.slice(1), '192.168.1.1'],
  'chain.test': { cname: 'first.chain.test' },
  'first.chain.test': { cname: 'second.chain.test' },
  'second.chain.test': ['10.0.0.5'],
  'rebinding.test': { each: [[publicAddress], ['10.0.0.5']] },
  'moving.test': { each: [[publicAddress], [otherPublicAddress], [otherPublicAddress]] },
  'alias.test': [ownAddress],
  'tls.test': [publicAddress, publicIpv6],
  'other.test': [publicAddress],
  'internal.example': ['10.0.0.5'],
  'linklocal.example': ['169.254.169.254'],
})
const canaries = await startCanaries([80, 443, 8080, 22, 25, 5432, 6379])

const report = {
  direct: await tryAll(hostileUrls()),
  redirected: await tryRedirects(hostileUrls()),
  ambiguous: await tryAll(ambiguousUrls(publicAddress)),
  withoutEgress: await tryWithoutEgress(hostileUrls()),
  names: await tryNames(),
  rebinding: await callTwice('http://rebinding.test/'),
  moving: await tryMoving(),
  allowList: await tryAllowList(),
  ports: await tryPorts(),
  own: await tryOwn(),
  https: await tryHttps(),
  timing: await timeRejected(),
}
await canaries.close()
await dns.close()
process.stdout.write(JSON.stringify(report))

export type NamespaceReport = typeof report

/** Routes every address to this machine, and makes the name server of the tests the only one. */
function ownNetwork(): void {
  const ip = (...args: string[]) => execFileSync('ip', args)
  ip('link', 'set', 'lo', 'up')
  ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo')
  ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo')
  const resolver = join(folder, 'resolv.conf')
  writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
  execFileSync('mount', ['--bind', resolver, '/etc/resolv.conf'])
}

async function tryAll(urls: string[]) {
  const kinds = await throughEgress({}, (egress) =>
    Promise.all(urls.map(async (url) => [url, await kindOf(egress, url)] as const)),
  )
  return {
    tried: urls.length,
    notRefused: kinds.filter(([, kind]) => kind !== 'refused'),
    forbiddenHits: takeForbidden(),
  }
}

/** A redirect is resolved against the address that it came from, where some of the forms are a path of the public host. */
async function tryRedirects(urls: string[]) {
  const statuses = [301, 302, 303, 307, 308]
  const unexpected = await throughEgress({}, async (egress) => {
    const found: string[] = []
    for (const [index, form] of urls.entries()) {
      const target = form.replace(/[\r\n]/g, '')
      const from = `http://${publicAddress}/redirect?${statuses[index % 5]}&${encodeURIComponent(target)}`
      const staysPublic = readUrl(target, from)?.hostname === publicAddress
      const kind = await kindOf(egress, from)
      if (kind !== (staysPublic ? 'response' : 'refused')) found.push(`${kind}: ${form}`)
    }
    return found
  })
  return { tried: urls.length, unexpected, ...takeCounted() }
}

/** The same forms without the egress client: if the canaries record nothing here either, they do not work. */
async function tryWithoutEgress(urls: string[]) {
  for (const url of urls) {
    await fetch(url, { signal: AbortSignal.timeout(2000), redirect: 'manual' }).then(
      (response) => response.body?.cancel(),
      () => {},
    )
  }
  const hits = takeForbidden()
  return { hits: hits.length, addresses: new Set(hits.map(({ address }) => address)).size }
}

async function tryNames() {
  const names = ['public', 'crowd', 'private', 'linklocal', 'mapped', 'both', 'many', 'chain', 'unknown']
  return throughEgress({}, async (egress) => {
    const kinds: Record<string, string> = {}
    for (const name of names) kinds[name] = await kindOf(egress, `http://${name}.test/`)
    return { kinds, forbiddenHits: takeForbidden() }
  })
}

async function callTwice(url: string) {
  return throughEgress({}, async (egress) => {
    const kinds = [await kindOf(egress, url), await kindOf(egress, url)]
    return { kinds, hits: canaries.take() }
  })
}

async function tryMoving() {
  return throughEgress({}, async (egress) => {
    const hits: Hit[][] = []
    for (let count = 0; count < 3; count += 1) {
      await kindOf(egress, 'http://moving.test/')
      hits.push(canaries.take())
    }
    return hits
  })
}

async function tryAllowList() {
  const allow = ['internal.example:8080', 'linklocal.example:8080', '127.0.0.1:8080', `${publicAddress}:6379`]
  const urls = {
    listed: 'http://internal.example:8080/',
    listedAddress: 'http://127.0.0.1:8080/',
    listedPort: `http://${publicAddress}:6379/`,
    otherPort: 'http://internal.example/',
    otherName: 'http://private.test:8080/',
    itsAddress: 'http://10.0.0.5:8080/',
    nameOfAddress: 'http://localhost:8080/',
    linkLocal: 'http://linklocal.example:8080/',
    otherPortOfAddress: 'http://127.0.0.1:6379/',
  }
  return throughEgress({ allow }, async (egress) => {
    const kinds: Record<string, string> = {}
    for (const [name, url] of Object.entries(urls)) kinds[name] = await kindOf(egress, url)
    return { kinds, hits: canaries.take().map(({ address, port }) => `${address}:${port}`) }
  })
}

async function tryPorts() {
  return throughEgress({}, async (egress) => {
    const kinds: Record<string, string> = {}
    for (const port of [22, 25, 5432, 6379, 80, 8080])
      kinds[port] = await kindOf(egress, `http://${publicAddress}:${port}/`)
    return { kinds, hits: canaries.take().map(({ port }) => port) }
  })
}

async function tryOwn() {
  const urls = ['https://bots.test/', 'http://alias.test:8080/', `http://${ownAddress}/`]
  return throughEgress({ own: ['https://bots.test', ownAddress] }, async (egress) => {
    const kinds = await Promise.all(urls.map((url) => kindOf(egress, url)))
    return { kinds, hits: canaries.take() }
  })
}

/** The certificate is issued for tls.test, and this process was started with trust in it. */
async function tryHttps() {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer({ key: testKey, cert: testCertificate }, ({ headers }, response) => {
    seen.push(headers)
    response.end('secret')
  })
  await new Promise<void>((resolve) => server.listen(8443, '::', resolve))
  const secretHeaders = { headers: [['x-vault', 'vault']] as const, hosts: ['tls.test:8443'] }
  const answers = await throughEgress({}, async (egress) => ({
    named: await egress.send({
      owner: botOf('bot'),
      url: 'https://tls.test:8443/',
      method: 'GET',
      headers: [],
      secretHeaders,
    }),
    withDot: await kindOf(egress, 'https://tls.test.:8443/'),
    otherName: await egress.send({ owner: botOf('bot'), url: 'https://other.test:8443/', method: 'GET', headers: [] }),
  }))
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return {
    ...answers,
    hosts: seen.map(({ host }) => host),
    secrets: seen.map((headers) => headers['x-vault'] ?? 'none'),
  }
}

/**
 * Median milliseconds until an internal address is rejected on which something listens, one on which nothing listens, and a forbidden one.
 */
async function timeRejected() {
  return throughEgress({}, async (egress) => ({
    open: await medianTime(egress, 'http://private.test:8080/'),
    closed: await medianTime(egress, 'http://private.test:8081/'),
    blocked: await medianTime(egress, 'http://linklocal.test:8080/'),
    hits: canaries.take(),
  }))
}

async function medianTime(egress: EgressPort, url: string): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 31; count += 1) {
    const started = performance.now()
    await kindOf(egress, url)
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[15] ?? Number.NaN
}

async function throughEgress<T>(options: Partial<EgressOptions>, use: (egress: EgressPort) => Promise<T>): Promise<T> {
  const egress = openTestEgress({ allow: [], limits: manyAtOnce, ...options })
  try {
    return await use(egress)
  } finally {
    await egress.close()
  }
}

async function kindOf(egress: EgressPort, url: string): Promise<string> {
  const request: EgressRequest = { owner: botOf('bot', url), url, method: 'GET', headers: [], timeoutSeconds: 5 }
  return (await egress.send(request)).kind
}

function takeForbidden(): Hit[] {
  return canaries.take().filter(isForbidden)
}

function takeCounted() {
  const hits = canaries.take()
  return { forbiddenHits: hits.filter(isForbidden), publicHits: hits.length - hits.filter(isForbidden).length }
}

function isForbidden({ address }: Hit): boolean {
  return ![...publicAddresses, ...crowd].includes(address)
}
