/** Calls one address after another with a limit each, and prints how far the memory of the process had grown at its highest by then. */
import { openEgress } from '../../ports/egress/open-egress.js'

const { entry, calls } = JSON.parse(process.argv[2] ?? '{}') as MemoryCalls

export interface MemoryCalls {
  entry: string
  calls: { path: string; maxBytes: number }[]
}

export interface MemoryReport {
  kind: string
  grownBytes: number
}

const door = openEgress({ allow: [entry] })
const before = process.memoryUsage.rss()
const report: MemoryReport[] = []
for (const { path, maxBytes } of calls) {
  const { kind } = await door.send({
    url: `http://${entry}${path}`,
    method: 'GET',
    headers: [],
    maxBytes,
    timeoutSeconds: 30,
  })
  report.push({ kind, grownBytes: process.resourceUsage().maxRSS * 1024 - before })
}
await door.close()
process.stdout.write(JSON.stringify(report))
