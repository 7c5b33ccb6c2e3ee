/** `npm run trust`: builds, then runs the reliability tests of docs/trust.md; `lab/reliability/src/trust.ts` reads the options. */
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runCommand } from './run-command.mjs'
import { ensureSystemPrograms, programEnvironment } from './system-programs.mjs'

await ensureInstalled()
await ensureSystemPrograms()
await ensureBuilt()
const run = ['--conditions=development', '--import=tsx', 'lab/reliability/src/trust.ts', ...process.argv.slice(2)]
const env = { ...process.env, ...programEnvironment() }
process.exitCode = (await runCommand(process.execPath, run, { env, show: true })).code
