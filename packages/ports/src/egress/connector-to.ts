import type { Socket } from 'node:net'
import { buildConnector, errors } from 'undici'
import { canonicalAddress } from './classify-address.js'

/**
 * Connects to the given addresses whatever the name says, and looks at the socket before anything is sent: an address that is written
 * as a host never comes by the lookup.
 */
export function connectorTo(addresses: readonly string[]): buildConnector.connector {
  const known = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const permitted = new Set(addresses.map(canonicalAddress))
  const connect = buildConnector({
    // The timer of the library would keep its functions for as long as the connection is open.
    timeout: 0,
    allowH2: false,
    lookup: (_host, options, callback) => {
      const [first] = known
      if (options.all) callback(null, known)
      else callback(null, first?.address ?? '', first?.family)
    },
  })
  return (options, callback) => {
    const connecting = connect(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      clearTimeout(timer)
      if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null)
      if (permitted.has(canonicalAddress(socket.remoteAddress ?? ''))) return callback(null, socket)
      socket.destroy()
      callback(new ForeignAddressError('The connection led to an address that was not judged.'), null)
    }) as unknown as Socket
    const timer = setTimeout(() => connecting.destroy(new errors.ConnectTimeoutError()), maxConnect)
  }
}

/** Milliseconds. */
const maxConnect = 10_000

class ForeignAddressError extends Error {
  readonly code = 'FOREIGN_ADDRESS'
}
