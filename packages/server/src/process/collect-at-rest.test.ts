import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module_ = join(import.meta.dirname, 'collect-at-rest.ts')

/** Keeps the thread busy for several pauses, then rests until garbage was collected by force. Prints how often that happened in each. */
const program = `
  import { constants, PerformanceObserver } from 'node:perf_hooks'
  const { collectAtRest } = await import(${JSON.stringify(module_)})
  let forced = 0
  const count = ({ detail }) => detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED && forced++
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(count))
  observer.observe({ entryTypes: ['gc'] })
  void collectAtRest(50)
  const until = performance.now() + 500
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve))
  const busy = forced
  while (forced === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  console.log(JSON.stringify({ busy, atRest: forced, isExposed: 'gc' in globalThis }))`

test('collectAtRest collects garbage once the thread rests, and not while it is busy', async () => {
  const args = ['--import=tsx', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(JSON.parse(stdout)).toEqual({ busy: 0, atRest: 1, isExposed: false })
})
