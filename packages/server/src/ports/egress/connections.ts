import { buildConnector, Pool } from 'undici'
import { canonicalAddress } from './judge-address.js'

/** Connections that are kept open, apart for each set of addresses that a name had when it was judged. */
export type Connections = ReturnType<typeof openConnections>

export function openConnections() {
  const pools = new Map<string, Pool>()
  return {
    /** The connections to an origin at these addresses. A name that answers otherwise now gets none of its former connections. */
    to(origin: string, addresses: readonly string[]): Pool {
      const key = `${origin} ${addresses.join(' ')}`
      const pool = pools.get(key) ?? openPool(origin, addresses)
      pools.delete(key)
      pools.set(key, pool)
      if (pools.size > maxPools) retireOldest(pools)
      return pool
    },
    async close(): Promise<void> {
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map((pool) => pool.destroy()))
    },
  }
}

const maxPools = 200
const connectionsPerPool = 64

function retireOldest(pools: Map<string, Pool>): void {
  const [oldest] = pools
  if (oldest === undefined) return
  pools.delete(oldest[0])
  void oldest[1].close()
}

function openPool(origin: string, addresses: readonly string[]): Pool {
  return new Pool(origin, {
    connections: connectionsPerPool,
    connect: connectorTo(addresses),
    // The deadline of the call ends a request; these would only end it in other words.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
    allowH2: false,
  })
}

/**
 * Connects to the given addresses whatever the name says, and looks at the socket before anything is sent: an address that is written
 * as a host never comes by the lookup.
 */
export function connectorTo(addresses: readonly string[]): buildConnector.connector {
  const known = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const permitted = new Set(addresses.map(canonicalAddress))
  const connect = buildConnector({
    timeout: 10_000,
    allowH2: false,
    lookup: (_host, options, callback) => {
      const [first] = known
      if (options.all) callback(null, known)
      else callback(null, first?.address ?? '', first?.family)
    },
  })
  return (options, callback) =>
    connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null)
      if (permitted.has(canonicalAddress(socket.remoteAddress ?? ''))) return callback(null, socket)
      socket.destroy()
      callback(new ForeignAddressError('The connection led to an address that was not judged.'), null)
    })
}

class ForeignAddressError extends Error {
  readonly code = 'FOREIGN_ADDRESS'
}
