import { request } from 'node:http'
import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import { bareHost, portOf } from './allow-list.js'
import { connectorTo } from './connector-to.js'
import { basicCredentials } from './hop.js'

/** A proxy, and where it is: addresses that were judged like those of any other host. */
export interface EgressProxy {
  url: URL
  addresses: readonly string[]
}

/**
 * Connects by a tunnel (CONNECT, RFC 9110, 9.3.6) to a target whose address was judged here, so that the proxy's own name server has no
 * say. Encryption, where there is one, is with the target's name, end to end.
 */
export function connectorThrough(proxy: EgressProxy, targetAddress: string): buildConnector.connector {
  const connectToProxy = connectorTo(proxy.addresses)
  const encrypt = buildConnector({ timeout: 10_000, allowH2: false })
  const credentials = basicCredentials(proxy.url)
  return (options, callback) => {
    const port = options.port || (options.protocol === 'https:' ? '443' : '80')
    const address = `${targetAddress.includes(':') ? `[${targetAddress}]` : targetAddress}:${port}`
    const { url } = proxy
    const host = bareHost(url)
    const proxyOptions = { hostname: host, host, protocol: url.protocol, port: String(portOf(url)) }
    connectToProxy(proxyOptions as buildConnector.Options, (...[error, socket]) => {
      if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null)
      openTunnel(socket, address, credentials, (problem) => {
        if (problem) {
          socket.destroy()
          callback(problem, null)
        } else if (options.protocol === 'https:') encrypt({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      })
    })
  }
}

function openTunnel(
  socket: Socket,
  address: string,
  credentials: string | undefined,
  done: (problem?: Error) => void,
): void {
  const asking = request({
    method: 'CONNECT',
    path: address,
    createConnection: () => socket,
    headers: { host: address, ...(credentials && { 'proxy-authorization': credentials }) },
    timeout: 10_000,
  })
  asking.once('connect', (response) => {
    const { statusCode = 0 } = response
    done(statusCode >= 200 && statusCode < 300 ? undefined : new ProxyError(`The proxy answered ${statusCode}.`))
  })
  asking.once('response', (response) => done(new ProxyError(`The proxy answered ${response.statusCode}.`)))
  asking.once('timeout', () => asking.destroy(new ProxyError('The proxy did not answer.')))
  asking.once('error', (error) => done(error))
  asking.end()
}

class ProxyError extends Error {
  readonly code = 'PROXY'
}
