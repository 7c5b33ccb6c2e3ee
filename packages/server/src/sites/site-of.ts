import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.js'

/**
 * What a request is for, by the host that it names:
 * - `service`: all that there is. The public address, and names that no visitor can have typed: numbers, `localhost`, names without a dot.
 * - `chats`: the origin that chats have for themselves.
 * - `domain`: another host, which serves a bot if a workspace has shown that the host is its own.
 */
export type Site = 'service' | 'chats' | 'domain'

type Addresses = Pick<Config, 'publicUrl' | 'chatUrl'>

/** `host` is the header, a port included. Without a public address any host is the service's. */
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

/** Each request asks twice, and few hosts are asked for. */
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

/** Whether chats have an origin of their own, where an author's scripts can reach nothing of the management. */
export function hasOwnOrigin(config: Addresses): config is { publicUrl: string; chatUrl: string } {
  const { publicUrl, chatUrl } = config
  return publicUrl !== undefined && chatUrl !== undefined && new URL(publicUrl).origin !== new URL(chatUrl).origin
}

/** The host without its port, in small letters. */
export function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
}
