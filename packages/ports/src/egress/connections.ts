import type { buildConnector, Pool } from 'undici'
import { AskingPool } from './asking-pool.js'
import { connectorThrough, type EgressProxy } from './connect-through-proxy.js'
import { connectorTo } from './connector-to.js'

/** Connections that are kept open, apart for each set of addresses that a name had when it was judged. */
export type Connections = ReturnType<typeof openConnections>

/** `perOrigin` connections at most to each. */
export function openConnections(perOrigin: number) {
  const pools = new Map<string, Pool>()
  return {
    /** The connections to an origin at these addresses. A name that answers otherwise now gets none of its former connections. */
    to(origin: string, addresses: readonly string[], proxy?: EgressProxy): Pool {
      const through = proxy ? ` through ${proxy.url.href} ${proxy.addresses.join(' ')}` : ''
      const key = `${origin} ${addresses.join(' ')}${through}`
      const connect = () => (proxy ? connectorThrough(proxy, addresses[0] as string) : connectorTo(addresses))
      const pool = pools.get(key) ?? openPool(origin, connect(), perOrigin)
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

function retireOldest(pools: Map<string, Pool>): void {
  const [oldest] = pools
  if (oldest === undefined) return
  pools.delete(oldest[0])
  void oldest[1].close()
}

function openPool(origin: string, connect: buildConnector.connector, connections: number): Pool {
  return new AskingPool(origin, {
    connections,
    connect,
    // The deadline of the call ends a request; these would only end it in other words.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16_384,
    allowH2: false,
  })
}
