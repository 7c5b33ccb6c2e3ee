import { lookup as systemLookup } from 'node:dns/promises'
import { FairGate } from '../shares/fair-gate.js'
import type { Owner } from '../shares/owner.js'
import type { StopSignal } from '../shares/stop.js'
import { allowEntryOf, bareHost, portOf } from './allow-list.js'
import { canonicalAddress, classifyAddress } from './classify-address.js'
import { isOpenPort } from './open-ports.js'

/**
 * Resolves an address, and checks if a flow may call it. Names are looked up again for every request, and a name is closed if any of its
 * addresses is forbidden: connections are made to exactly the addresses that were checked here.
 */
export async function findDestination(url: URL, rules: DestinationRules): Promise<Destination> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refused(`Addresses start with http:// or https://, and this one with ${url.protocol}`)
  }
  const host = bareHost(url)
  const entry = allowEntryOf(url)
  if (host === '') return refused('The address has no host.')
  if (rules.ownEntries.has(entry)) return refused(`${entry} is this service itself: a flow may not call it.`)
  return findHost(host, portOf(url), entry, { ...rules, isOpenPort })
}

/** The same for a host and port of any protocol; `isOpenPort` returns true for ports of public hosts that need no permission. */
export async function findHost(
  host: string,
  port: number,
  entry: string,
  rules: DestinationRules & { isOpenPort: (port: number) => boolean },
): Promise<Destination> {
  const isAllowed = rules.allow.has(entry)
  if (!isAllowed && !rules.isOpenPort(port)) {
    return refused(`Port ${port} of ${host} is not open to flows. The operator can open ${entry} with EGRESS_ALLOW.`)
  }
  const literal = canonicalAddress(host)
  if (literal !== undefined) return judge([host], `${host} is`, entry, isAllowed, rules)
  const addresses = await rules.lookup(host).catch(() => [])
  if (addresses.length === 0) return { kind: 'failed', reason: `The name ${host} was not found: check the address.` }
  return judge(addresses, `${host} leads to`, entry, isAllowed, rules)
}

export type Destination =
  /** `addresses` are sorted, so that equal answers of a name server look equal. */
  | { kind: 'open'; addresses: readonly string[]; isInside: boolean }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; reason: string }

export interface DestinationRules {
  /** Entries as returned by `readEgressAllow`. */
  allow: ReadonlySet<string>
  /** Our own host and port pairs, and our own public addresses. */
  ownEntries: ReadonlySet<string>
  ownAddresses: ReadonlySet<string>
  lookup: Lookup
}

/** All addresses of a name, IPv4 and IPv6; rejects or is empty if there are none. */
export type Lookup = (host: string) => Promise<readonly string[]>

/** The runtime has two threads for lookups, and a lookup cannot be canceled: workspaces take turns. */
const lookups = new FairGate({ slots: 2, onWait: () => {} })

/**
 * Resolves names with the system's resolver, so that its hosts file counts too. Rejects if the signal is aborted before a lookup begins.
 */
export function lookupBySystem(owner: Owner, signal: StopSignal): Lookup {
  return async (host) => {
    const leave = await lookups.enter(owner, signal)
    if (leave === undefined) throw new Error('Too many lookups wait')
    const found = await systemLookup(host, { all: true, verbatim: true }).finally(leave)
    return found.map(({ address }) => address)
  }
}

function judge(
  addresses: readonly string[],
  subject: string,
  entry: string,
  isAllowed: boolean,
  rules: DestinationRules,
): Destination {
  const reaches = addresses.map(classifyAddress)
  if (reaches.includes('closed')) return refused(`${subject} an address that may not be called.`)
  if (addresses.some((address) => rules.ownAddresses.has(canonicalAddress(address) ?? ''))) {
    return refused(`${subject} this service itself: a flow may not call it.`)
  }
  const isInside = reaches.includes('inside')
  if (isInside && !isAllowed) {
    return refused(`${subject} a private address. The operator can open ${entry} with EGRESS_ALLOW.`)
  }
  return { kind: 'open', addresses: [...addresses].sort(), isInside }
}

function refused(reason: string): Destination {
  return { kind: 'refused', reason }
}
