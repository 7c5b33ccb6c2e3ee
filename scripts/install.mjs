/** Installs the packages when they are missing or older than the lock file. Only Node's own modules may be used here. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'
import { runCommand } from './run-command.mjs'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
const progressEverySeconds = 5

/** Installs if needed, telling about it line by line through `say`. Throws with npm's own words if it cannot. */
export async function ensureInstalled(say = console.log) {
  assertNodeVersion()
  if (!needsInstall()) return
  const unlock = await lockInstall(say)
  try {
    // Another command may have installed them meanwhile.
    if (needsInstall()) await installAll(say)
  } finally {
    unlock()
  }
}

async function installAll(say) {
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

/**
 * Two commands that install into one folder at once break it. The lock is a folder with the id of its process, outside of `node_modules`, which
 * an installation empties; the lock of a process that is gone is taken over.
 */
async function lockInstall(say) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const lock = join(tmpdir(), `colloquy-install-${name}`)
  const owner = join(lock, 'pid')
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      mkdirSync(lock)
      writeFileSync(owner, String(process.pid))
      return () => rmSync(lock, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (hasWaited && !isRunning(owner)) rmSync(lock, { recursive: true, force: true })
    else if (!hasWaited) say('Another command is installing the packages: waiting for it.')
    await sleep(500)
  }
}

/** Whether the process that wrote its id into this file is there. */
function isRunning(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
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
