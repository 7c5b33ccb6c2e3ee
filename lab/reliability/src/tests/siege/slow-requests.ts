import { connect, type Socket } from 'node:net'
import type { Attack } from './attack.js'

const atOnce = 10
const maxOpen = 500
const dripMs = 2_000

/** Heads and bodies that arrive a letter at a time and never end. */
export const slowRequests: Attack = {
  name: 'requests that never end',
  who: 'visitor',
  everyMs: 500,
  async prepare(client) {
    const { hostname, port } = new URL(client.world.url)
    const head = 'POST /api/v1/bots/any/startChat HTTP/1.1\r\nHost: x\r\n'
    const beginnings = [
      `${head}X-Slow: `,
      `${head}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"message":"`,
    ]
    const open = new Set<Socket>()
    return async () => {
      for (let opened = 0; opened < atOnce && open.size < maxOpen; opened++) {
        const socket = connect({ port: Number(port), host: hostname, localAddress: client.address(1) })
        open.add(socket)
        socket.write(beginnings[opened % beginnings.length] as string)
        const drip = setInterval(() => socket.write('x'), dripMs)
        socket.resume().on('error', () => {})
        socket.once('close', () => {
          clearInterval(drip)
          open.delete(socket)
        })
      }
    }
  },
}
