/**
 * `node scripts/i18n/codemod.mjs`: writes the texts of the builder that people read as messages. Running it again changes nothing, and
 * two branches that ran it merge as if neither had.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../root.mjs'
import { runTool } from '../run-command.mjs'
import { convert, openProgram } from './text.mjs'

const { checker, files } = openProgram()
const changed = []
for (const file of files) {
  const { text } = convert(file, checker)
  if (text === file.text) continue
  writeFileSync(file.fileName, text)
  changed.push(relative(root, file.fileName))
}
if (changed.length > 0) {
  const { code, output } = await runTool('@biomejs/biome/bin/biome', ['check', '--write', '--colors=off', ...changed])
  if (code !== 0) console.error(output)
}
console.log(`${changed.length} files changed.`)
