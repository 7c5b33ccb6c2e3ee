/** The bare server, in a separate process with the priority of the service: it adds each body to a file, syncs the file, and answers. */
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FromBareServer {
  port: number
}

const file = openSync(process.argv[2] as string, 'a')
const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  writeSync(file, Buffer.concat(parts))
  fdatasyncSync(file)
  response.end('{"messages":[]}')
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies FromBareServer)
})
process.on('disconnect', () => process.exit(0))
