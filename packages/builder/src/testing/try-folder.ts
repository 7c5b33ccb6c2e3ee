/**
 * Opens every flow of a folder in the builder, and reports those that are not the same after an edit has been undone:
 * `COLLOQUY_FLOWS=/some/folder npm run try-folder -w packages/builder`.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser, openPage } from './browser.js'
import { runService } from './running-service.js'
import { whatChanges } from './stays-the-same.js'

const folder = process.env.COLLOQUY_FLOWS
if (!folder) throw new Error('Name a folder with exported flows in COLLOQUY_FLOWS.')
const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort()
const service = await runService()
const browser = await launchBrowser()
const page = await openPage(browser)
let failures = 0
try {
  for (const name of names) {
    const read = JSON.parse(await readFile(join(folder, name), 'utf8')) as { icon?: string; name?: string }
    const problems = await whatChanges(service, page, { icon: null, ...read, name: read.name ?? name }).catch(
      (error) => [String(error).split('\n')[0]!],
    )
    if (problems.length > 0) failures += 1
    console.log(`${name}: ${problems.length === 0 ? 'as it was' : problems.join('; ')}`)
  }
} finally {
  await browser.close()
  await service.close()
}
console.log(`${names.length - failures} of ${names.length} are as they were`)
process.exitCode = failures > 0 ? 1 : 0
