/**
 * Calls one address in a separate process and prints the peak growth of its memory. A small call comes first, so that code loaded by the
 * first call is not counted.
 */

import { readFileSync, writeFileSync } from 'node:fs'
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

const egress = openTestEgress({ allow: [entry], limits: { ...testLimits, receivedBytes: Number.POSITIVE_INFINITY } })
await call(1)
const before = process.memoryUsage.rss()
forgetPeak()
const { kind } = await call(maxBytes)
const report: MemoryReport = { kind, grownBytes: peak() - before }
await egress.close()
process.stdout.write(JSON.stringify(report))

function call(maxBytes: number) {
  return egress.send({
    owner: botOf('bot'),
    url: `http://${entry}${path}`,
    method: 'GET',
    headers: [],
    maxBytes,
    timeoutSeconds: 30,
  })
}

/** On Linux, the peak counts from here on: without compiled modules in a cache, a start takes more memory than the call. */
function forgetPeak() {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
}

/** Most bytes of memory that the process has used. */
function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))!
  return Number(kilobytes) * 1024
}
