import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.js'

/**
 * Kind of host that a request names:
 * - `service`: everything. The public address, and names that visitors cannot have typed: IP addresses, `localhost`, names with no dot.
 * - `chats`: the separate origin of chats.
 * - `domain`: another host, which serves a bot if a workspace has proven that it owns the host.
 */
export type Site = 'service' | 'chats' | 'domain'

type Addresses = Pick<Config, 'publicUrl' | 'chatUrl'>

/** `host` is the header, including a port. Without a public address, every host is the service's. */
export function siteOf(config: Addresses, host: string): Site {
  if (config.publicUrl === undefined) return 'service'
  const key = `${config.publicUrl} ${config.chatUrl} ${host}`
  const known = knownSites.get(key)
  if (known) return known
  const site = siteNamed(config, host)
  if (knownSites.size >= 1000) knownSites.clear()
  knownSites.set(key, site)
  return site
}

/** Cached, since each request asks twice, and few hosts are used. */
const knownSites = new Map<string, Site>()

function siteNamed(config: Addresses, host: string): Site {
  const name = hostName(host)
  if (hasOwnOrigin(config)) {
    const [chats, service] = [new URL(config.chatUrl), new URL(config.publicUrl)]
    if (host === chats.host || (name === chats.hostname && name !== service.hostname)) return 'chats'
  }
  if (config.publicUrl === undefined || name === new URL(config.publicUrl).hostname) return 'service'
  const isLocal = !name.includes('.') || ipaddr.isValid(name)
  return isLocal ? 'service' : 'domain'
}

/** True if chats have a separate origin, from which an author's scripts cannot reach the management API. */
export function hasOwnOrigin(config: Addresses): config is { publicUrl: string; chatUrl: string } {
  const { publicUrl, chatUrl } = config
  return publicUrl !== undefined && chatUrl !== undefined && new URL(publicUrl).origin !== new URL(chatUrl).origin
}

/** Returns the host without its port, in lower case. */
export function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}
