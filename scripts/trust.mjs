/** `npm run trust`: builds, then runs the reliability tests of docs/trust.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { readOptions } from './read-options.mjs'
import { root } from './root.mjs'
import { runCommand } from './run-command.mjs'
import { ensureSystemPrograms, programEnvironment } from './system-programs.mjs'
import { withFigures } from './trust-page.mjs'

const help = `npm run trust -- [options]

  --only R2,R4        run only these tests
  --minutes N         run for N minutes in all instead of the default number of tries
  --database D        sqlite or postgres instead of both
  --seed N            repeat the random choices of an earlier run
  --results N         delete N stored results during R22 instead of 20000
  --cumulative FILE   add the results to those in FILE; figures and bounds then cover all runs in it
  --tally FILE        the same, by its former name
  --json FILE         write the figures to FILE
  --record            update docs/trust.json and the table in docs/trust.md`
const {
  record: isRecorded = false,
  tally,
  ...given
} = readOptions(help, {
  only: 'text',
  minutes: 'number',
  database: 'text',
  seed: 'number',
  results: 'number',
  cumulative: 'text',
  tally: 'text',
  json: 'text',
  record: 'flag',
})

const options = { ...(tally !== undefined && { cumulative: tally }), ...given }

const figuresFile = join(root, 'docs/trust.json')
const page = join(root, 'docs/trust.md')

await ensureInstalled()
await ensureSystemPrograms()
await ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'colloquy-trust-'))
try {
  const report = join(folder, 'figures.json')
  const run = ['--conditions=development', '--import=tsx', 'lab/reliability/src/trust.ts']
  const env = { ...process.env, ...programEnvironment() }
  const args = Object.entries({ json: report, ...options }).map(([name, value]) => `--${name}=${value}`)
  const { code } = await runCommand(process.execPath, [...run, ...args], { env, show: true })
  if (isRecorded) record(JSON.parse(readFileSync(options.json ?? report, 'utf8')))
  process.exitCode = code
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Keeps the figures of tests that did not run. */
function record(fresh) {
  const figures = { ...JSON.parse(readFileSync(figuresFile, 'utf8')), ...fresh }
  writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), figures))
  console.log('Updated docs/trust.json and docs/trust.md.')
}
