/** `npm run kill-test -- --minutes N`: kills the service under load for as long as told, on one database that grows. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeKills, runKills } from './kill-run.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    clients: { type: 'string', default: '32' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
})
const until = performance.now() + Number(values.minutes) * 60_000
const folder = await mkdtemp(join(tmpdir(), 'colloquy-kill-'))
console.log(`Killing for ${values.minutes} minutes on ${folder}, --seed ${values.seed}`)
const report = await runKills({
  folder,
  seed: Number(values.seed),
  clients: Number(values.clients),
  goesOn: () => performance.now() < until,
})
console.log(describeKills(report))
if (report.problems.length === 0) await rm(folder, { recursive: true })
else process.exitCode = 1
