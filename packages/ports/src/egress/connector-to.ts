import { buildConnector } from 'undici'
import { canonicalAddress } from './judge-address.js'

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
