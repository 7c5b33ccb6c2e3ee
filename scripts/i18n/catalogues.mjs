/**
 * `node scripts/i18n/catalogues.mjs`: removes translations of messages that are gone, sorts the catalogues, and writes what each language
 * misses to `missing.<language>.json` in the folder that is given, if one is: files to fill in. Filled in, they come back with
 * `node scripts/i18n/catalogues.mjs <folder>`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allMessages, catalogueFolder, languages, readCatalogue } from './check-messages.mjs'

const folder = process.argv[2]
const { problems, ...all } = allMessages()
for (const problem of problems) console.error(problem)
for (const language of languages()) {
  const before = readCatalogue(language)
  const file = folder && join(folder, `missing.${language}.json`)
  const filled = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const next = {}
  const missing = {}
  for (const [part, messages] of Object.entries(all)) {
    next[part] = {}
    for (const message of [...messages.keys()].sort()) {
      const translation = before[part][message] ?? filled[message]
      if (translation) next[part][message] = translation
      else missing[message] = ''
    }
  }
  writeFileSync(join(catalogueFolder, `${language}.json`), `${JSON.stringify(next, null, 1)}\n`)
  if (file) writeFileSync(file, `${JSON.stringify(missing, null, 1)}\n`)
  console.log(`${language}: ${Object.keys(missing).length} messages are missing.`)
}
