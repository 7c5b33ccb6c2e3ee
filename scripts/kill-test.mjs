/** `npm run kill-test [-- --minutes N] [-- --seed N]`: builds, then kills the service under load, and checks what is left. */
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runCommand } from './run-command.mjs'

await ensureInstalled()
await ensureBuilt()
const run = 'packages/server/src/testing/process/kill.ts'
const args = ['--conditions=development', '--import=tsx', run, ...process.argv.slice(2)]
const { code } = await runCommand(process.execPath, args, { show: true })
process.exitCode = code
