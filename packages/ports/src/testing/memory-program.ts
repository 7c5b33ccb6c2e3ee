/**
 * Calls one address in a separate process and prints the peak growth of its memory. A small call comes first, so that code loaded by the
 * first call is not counted.
 */

import { botOf } from './bot-of.js'
import { openTestEgress, testLimits } from './limited-ports.js'

const { entry, path, maxBytes } = JSON.parse(process.argv[2] ?? '{}') as MemoryCall

export interface MemoryCall {
  entry: string
  path: string
  maxBytes: number
}

export interface MemoryReport {
  kind: string
  grownBytes: number
}

const door = openTestEgress({ allow: [entry], limits: { ...testLimits, receivedBytes: Number.POSITIVE_INFINITY } })
await call(1)
const before = process.memoryUsage.rss()
const { kind } = await call(maxBytes)
const report: MemoryReport = { kind, grownBytes: process.resourceUsage().maxRSS * 1024 - before }
await door.close()
process.stdout.write(JSON.stringify(report))

function call(maxBytes: number) {
  return door.send({
    owner: botOf('bot'),
    url: `http://${entry}${path}`,
    method: 'GET',
    headers: [],
    maxBytes,
    timeoutSeconds: 30,
  })
}
