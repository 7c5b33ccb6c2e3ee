/** `npm run trust`: builds, then runs the reliability tests of docs/trust.md; `lab/reliability/src/trust.ts` reads the options. */
import { spawnSync } from 'node:child_process'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { ensureSystemPrograms, programEnvironment } from './system-programs.mjs'

await ensureInstalled()
await ensureSystemPrograms()
await ensureBuilt()
const run = ['--conditions=development', '--import=tsx', 'lab/reliability/src/trust.ts', ...process.argv.slice(2)]
const env = { ...process.env, ...programEnvironment() }
process.exitCode = spawnSync(process.execPath, run, { cwd: root, env, stdio: 'inherit' }).status ?? 1
