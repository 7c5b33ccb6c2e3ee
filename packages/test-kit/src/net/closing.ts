import { afterEach } from 'vitest'
import { type RawResponse, startRawServer } from './raw-server.js'

/** Servers and egress clients of a test file: what a test opens is closed after it. */
export function closing() {
  const open: { close(): Promise<unknown> }[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()))
  })
  const kept = <T extends { close(): Promise<unknown> }>(one: T): T => {
    open.push(one)
    return one
  }
  return { kept, server: async (answer: RawResponse) => kept(await startRawServer(answer)) }
}
