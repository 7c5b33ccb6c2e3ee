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

// In this same process, so that signals reach the service and not a parent of it.
const load = (...path) => import(pathToFileURL(join(root, 'packages', ...path)).href)
if (process.argv.includes('--demo')) await (await load('cli', 'dist', 'demo', 'start-demo.js')).startDemo()
else await (await load('server', 'dist', 'main.js')).start()
