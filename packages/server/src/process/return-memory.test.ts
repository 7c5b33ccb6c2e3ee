import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module_ = join(import.meta.dirname, 'return-memory.ts')

/** Frees 300 MB in buffers of 100 kB, of which every hundredth stays, and waits until less than a third is in use, for at most 5 s. */
const program = (before: string) => `
  ${before}
  const megabytes = () => process.memoryUsage.rss() / 1e6
  const atFirst = megabytes()
  let buffers = Array.from({ length: 3000 }, () => Buffer.alloc(100_000, 1))
  const full = megabytes() - atFirst
  const kept = buffers.filter((_, index) => index % 100 === 0)
  buffers = []
  globalThis.gc()
  const until = Date.now() + 5_000
  while (Date.now() < until && megabytes() - atFirst > full / 3) await new Promise((resolve) => setTimeout(resolve, 100))
  console.log(JSON.stringify({ full, left: megabytes() - atFirst, kept: kept.length }))`

async function run(before: string) {
  const args = ['--expose-gc', '--import=tsx', '--input-type=module', '--eval', program(before)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as { full: number; left: number }
}

const hasGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header

test.runIf(hasGlibc)('memory between buffers that are still in use goes back to the system', async () => {
  const { full, left } = await run(`void (await import(${JSON.stringify(module_)})).returnFreeMemory(100)`)
  expect(full).toBeGreaterThan(250)
  expect(left).toBeLessThan(full / 3)
})
