import * as client from 'prom-client'
import { expect, test } from 'vitest'
import { Histogram } from './histogram.js'

const plain = { name: 'plain', help: 'Without labels', buckets: [1, 2, 4] }
const labelled = {
  name: 'labelled',
  help: 'With labels',
  labelNames: ['operation', 'outcome'] as const,
  buckets: [0.1, 1],
}

test('tells what the histogram of the library tells, before and after values came', async () => {
  const [theirs, ours] = [new client.Registry(), new client.Registry()]
  const their = [plain, labelled].map((it) => new client.Histogram({ ...it, registers: [theirs] }))
  const our = [plain, labelled].map((it) => new Histogram<string>(ours, it))
  expect(await ours.metrics()).toBe(await theirs.metrics())
  for (const value of [0, 0.5, 1, 1.5, 4, 4.1, 1e6]) {
    their[0]?.observe(value)
    our[0]?.observe(value)
    for (const labels of [
      ['start', 'ok'],
      ['continue', 'session_ended'],
    ] as const) {
      their[1]?.labels(...labels).observe(value)
      our[1]?.observe(value, ...labels)
    }
  }
  expect(await ours.metrics()).toBe(await theirs.metrics())
})
