import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Answers an upgrade request as if it had not asked for another protocol. Some clients ask for HTTP/2 on every first request, with or
 * without a body, and continue with HTTP/1.1 if they do not get it; a server that listens for upgrades has to handle that itself.
 */
export function returnToHttp(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (socket.destroyed) return
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] as string
    const value = withoutUpgrade(name.toLowerCase(), request.rawHeaders[at + 1] as string)
    if (value !== '') lines.push(`${name}: ${value}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

function withoutUpgrade(name: string, value: string): string {
  if (name === 'upgrade' || name === 'http2-settings') return ''
  if (name !== 'connection') return value
  const kept = value.split(',').filter((word) => !/^(upgrade|http2-settings)$/i.test(word.trim()))
  return kept.join(',').trim()
}
