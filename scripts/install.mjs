/**
 * Installs the packages when they are missing or older than the lock file, which npm itself takes seconds to find. Only Node's own modules
 * may be used here.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'

const lockFile = join(root, 'package-lock.json')

/** Installs if needed, telling about it through `say`; npm speaks for itself on the standard error. Throws if it cannot. */
export async function ensureInstalled(say = console.log) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Node.js ${process.versions.node} is too old: install 20.19 or newer.`)
  if (!needsInstall()) return
  const unlock = await lockInstall(say)
  try {
    // Another command may have installed them meanwhile.
    if (needsInstall()) install(say)
  } finally {
    unlock()
  }
}

/** True when `node_modules` is missing, unfinished, or older than the lock file. */
function needsInstall() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return true
  return existsSync(lockFile) && statSync(installed).mtimeMs < statSync(lockFile).mtimeMs
}

/** Without a lock file, and where `npm ci` fails, versions may differ from the tested ones. */
function install(say) {
  for (const command of existsSync(lockFile) ? ['ci', 'install'] : ['install']) {
    say(`Installing packages (npm ${command})...`)
    const args = [command, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
    const options = { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }
    if (spawnSync('npm', args, options).status === 0) return
  }
  throw new Error('The packages could not be installed: npm says why above.')
}

/**
 * Two commands that install into one folder at once break it. The lock has the id of its process, and is outside of `node_modules`, which an
 * installation empties; the lock of a process that is gone is taken over.
 */
async function lockInstall(say) {
  const lock = join(root, '.installing')
  for (let isFirst = true; ; isFirst = false) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isRunning(lock)) rmSync(lock, { force: true })
    else if (isFirst) say('Another command is installing the packages: waiting for it.')
    await sleep(500)
  }
}

/** Whether the process that wrote its id into this file is there. One that has not written it yet counts: 0 is any process. */
function isRunning(file) {
  try {
    return process.kill(Number(readFileSync(file, 'utf8')), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
