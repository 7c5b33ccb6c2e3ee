/** The pages of the documentation, in the order of docs/navigation.json. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../scripts/root.mjs'
import { anchorsIn, replaceLinks } from './markdown.mjs'

const folder = join(root, 'docs')

/**
 * Reads all pages. Links to files that are not part of the documentation lose their address and keep their text. Throws for links that lead
 * nowhere and for pages that the navigation lacks.
 *
 * Returns `{ sections, pages }`: sections with titles and entries `{ title, path }` or `{ title, url }`, and pages
 * `{ path, title, summary, section, rank, markdown }`. The rank weighs a page in the search: 1 for guides, less for background.
 */
export function readPages() {
  const navigation = JSON.parse(readFileSync(join(folder, 'navigation.json'), 'utf8'))
  const listed = navigation.flatMap(({ title, rank = 1, pages }) =>
    pages.map((entry) => ({ section: title, rank, ...asEntry(entry) })),
  )
  const sources = [...listed.filter(({ file }) => file), ...decisions()].map((entry) => {
    const text = readFileSync(join(folder, entry.file), 'utf8')
    return { ...entry, text, anchors: anchorsIn(text) }
  })
  const byFile = new Map(sources.map((source) => [join(folder, source.file), source]))
  assertComplete(byFile)
  const pages = sources.map(({ path, file, section, rank, text }) => ({
    path,
    section,
    rank,
    title: titleOf(text, file),
    summary: summaryOf(text),
    markdown: withLinks(text, join(folder, file), byFile),
  }))
  const titles = new Map(pages.map(({ path, title }) => [path, title]))
  const entryOf = ({ path, title, url }) => (url ? { title, url } : { title: titles.get(path), path })
  const sections = navigation.map(({ title, pages: entries }) => ({
    title,
    entries: entries.map((entry) => entryOf(asEntry(entry))),
  }))
  return { sections, pages }
}

/** The address of a page. Absolute paths: Colloquy has a host name for itself. */
export const pageLink = (path) => (path === 'index' ? '/docs' : `/docs/${path}`)

const asEntry = (entry) => (typeof entry === 'string' ? { path: entry, file: `${entry}.md` } : entry)

/** Decision records and their measurements are listed by the index of decisions, not by the navigation. */
const decisions = () =>
  ['decisions', 'lab'].flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .sort()
      .map((file) => ({
        section: 'Decisions',
        rank: 0.1,
        path: `${name}/${file.slice(0, -3)}`,
        file: `${name}/${file}`,
      })),
  )

function assertComplete(byFile) {
  const missing = readdirSync(folder).filter((name) => name.endsWith('.md') && !byFile.has(join(folder, name)))
  if (missing.length > 0) throw new Error(`docs/navigation.json lacks these pages: ${missing.join(', ')}. Add them.`)
}

function titleOf(text, file) {
  const title = /^# (.+)$/m.exec(text)?.[1]
  if (!title) throw new Error(`docs/${file} has no title. Begin it with "# ".`)
  return title
}

/** The first sentence of the first paragraph that is not the status of a decision, without links and marks. */
function summaryOf(text) {
  const paragraph = text.split(/\n\s*\n/).find((part) => /^(?!Status:)[A-Z*`[]/.test(part)) ?? ''
  const plain = paragraph
    .replaceAll('\n', ' ')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[*`]/g, '')
  return /^.+?[.:!?](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}

function withLinks(text, file, byFile) {
  return replaceLinks(text, ({ whole, mark, label, target }) => {
    if (/^(https?:|mailto:|\/)/.test(target)) return whole
    const [path, anchor] = target.split('#')
    const found = path === '' ? file : join(dirname(file), path)
    const page = byFile.get(found)
    const name = relative(root, file)
    if (!existsSync(found)) throw new Error(`${name} links to ${target}, which does not exist. Correct the link.`)
    if (anchor && page && !page.anchors.includes(anchor))
      throw new Error(`${name} links to ${target}, which has no such heading. Correct the anchor.`)
    if (path === '') return whole
    const hash = anchor ? `#${anchor}` : ''
    if (page) return `${mark}[${label}](${pageLink(page.path)}${hash})`
    const inDocs = relative(folder, found)
    return inDocs.startsWith('images/') ? `${mark}[${label}](/docs/${inDocs})` : label
  })
}
