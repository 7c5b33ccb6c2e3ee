/** Installs the packages when they are missing or older than the lock file. Only Node's own modules may be used here. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { runCommand } from './run-command.mjs'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
const progressEverySeconds = 5

/** Installs if needed, telling about it line by line through `say`. Throws with npm's own words if it cannot. */
export async function ensureInstalled(say = console.log) {
  assertNodeVersion()
  if (!needsInstall()) return
  const started = performance.now()
  const hasLock = existsSync(join(root, 'package-lock.json'))
  if (!hasLock)
    say('There is no package-lock.json: installing by `npm install`, so versions may differ from the tested ones.')
  let done = await install(hasLock ? 'ci' : 'install', say)
  if (done.code !== 0 && hasLock) {
    say(`\`npm ci\` did not work, trying \`npm install\`:\n${lastLines(done.output)}`)
    done = await install('install', say)
  }
  if (done.code !== 0) throw new Error(`The packages could not be installed. npm says:\n${lastLines(done.output)}`)
  say(`Packages installed in ${seconds(started)} s.`)
}

/** True when `node_modules` is missing, unfinished, or older than the lock file. */
function needsInstall() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  const lock = join(root, 'package-lock.json')
  if (!existsSync(installed)) return true
  return existsSync(lock) && statSync(installed).mtimeMs < statSync(lock).mtimeMs
}

async function install(command, say) {
  const started = performance.now()
  say(`Installing packages (npm ${command})...`)
  const timer = setInterval(() => say(`  still installing, ${seconds(started)} s`), progressEverySeconds * 1000)
  try {
    return await runCommand(npm, [command, ...options])
  } finally {
    clearInterval(timer)
  }
}

function assertNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new Error(`Node.js ${process.versions.node} is too old: install 20.19 or newer.`)
}

const seconds = (started) => Math.round((performance.now() - started) / 1000)
const lastLines = (text) => text.trim().split('\n').slice(-20).join('\n')
