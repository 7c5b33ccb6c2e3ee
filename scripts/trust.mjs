/** `npm run trust`: builds, then tries every promise of docs/trust.md by breaking something, and says what was found. */
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

  --only R2,R4   these trials alone
  --minutes N    for so long in all, in place of the usual number of tries
  --database D   sqlite or postgres, in place of both
  --seed N       the chances of an earlier run
  --tally FILE   adds this run to those that FILE knows: figures and bounds are then of all of them
  --json FILE    writes the figures there
  --record       puts the figures into docs/trust.json and the table of docs/trust.md`
const { record: isRecorded = false, ...options } = readOptions(help, {
  only: 'text',
  minutes: 'number',
  database: 'text',
  seed: 'number',
  tally: 'text',
  json: 'text',
  record: 'flag',
})

const figuresFile = join(root, 'docs/trust.json')
const page = join(root, 'docs/trust.md')

await ensureInstalled()
await ensureSystemPrograms()
await ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'colloquy-trust-'))
try {
  const report = join(folder, 'figures.json')
  const run = ['--conditions=development', '--import=tsx', 'packages/server/src/testing/trust/trust.ts']
  const env = { ...process.env, ...programEnvironment() }
  const args = Object.entries({ json: report, ...options }).map(([name, value]) => `--${name}=${value}`)
  const { code } = await runCommand(process.execPath, [...run, ...args], { env, show: true })
  if (isRecorded) record(JSON.parse(readFileSync(options.json ?? report, 'utf8')))
  process.exitCode = code
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Figures of trials that did not run this time stay as they are. */
function record(fresh) {
  const figures = { ...JSON.parse(readFileSync(figuresFile, 'utf8')), ...fresh }
  writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), figures))
  console.log('The figures are in docs/trust.json and docs/trust.md.')
}
