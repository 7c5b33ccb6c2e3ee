/** `npm start`: installs what is missing, builds what is stale, and becomes the service. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

if (process.env.npm_lifecycle_event !== undefined) endWithParent()
// In this same process, so that signals reach the service and not a parent of it.
const { start } = await import(pathToFileURL(join(root, 'packages', 'server', 'dist', 'main.js')).href)
await start()

/** npm hands a SIGTERM to the shell that it runs us in, which does not pass it on: we are left with another parent then. */
function endWithParent() {
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}
