/** Copies the pages of the documentation into `.pages`, with links that VitePress understands, and writes its sidebar and `llms.txt`. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { llmsText } from '../scripts/docs/llms.mjs'
import { readPages } from '../scripts/docs/pages.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = join(here, '.pages')
const site = readPages((path) => (path.startsWith('images/') ? `/${path}` : `/${path}.md`))

rmSync(folder, { recursive: true, force: true })
for (const { path, markdown } of site.pages) {
  const file = join(folder, `${path}.md`)
  mkdirSync(dirname(file), { recursive: true })
  // Placeholders such as {{Name}} are text, not expressions of Vue.
  writeFileSync(file, `::: v-pre\n\n${markdown}\n:::\n`)
}
cpSync(join(here, '../docs/images'), join(folder, 'public/images'), { recursive: true })
writeFileSync(
  join(folder, 'public/llms.txt'),
  llmsText(site, (path) => `/${path}.md`),
)
for (const { path, markdown } of site.pages) {
  const file = join(folder, 'public', `${path}.md`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, markdown)
}
/** Pages of a running instance, such as its API reference, need its address. */
const instance = process.env.INSTANCE
const sidebar = site.sections.map(({ title, entries }) => ({
  text: title,
  items: entries
    .filter(({ url }) => url === undefined || instance)
    .map((entry) => ({ text: entry.title, link: entry.url ? `${instance}${entry.url}` : `/${entry.path}` })),
}))
writeFileSync(join(folder, 'sidebar.json'), JSON.stringify(sidebar))
