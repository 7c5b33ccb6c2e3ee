import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../dist/browser', import.meta.url))

interface Chunk {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
}

const manifest = (): Record<string, Chunk> => JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))

/** The files that pages and all that they import load before they show anything: pages of a bot are inside the page `bot`. */
function filesOf(...pages: readonly string[]): { scripts: ReadonlySet<string>; styles: ReadonlySet<string> } {
  const all = manifest()
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = ({ file, css = [], imports = [] }: Chunk) => {
    if (scripts.has(file)) return
    scripts.add(file)
    for (const own of css) styles.add(own)
    for (const other of imports) visit(all[other]!)
  }
  const chunks = Object.values(all).filter(({ name }) => pages.some((page) => [page, `${page}-page`].includes(name!)))
  expect(chunks.length).toBeGreaterThanOrEqual(pages.length)
  const linked = linksOf('index.html')
  const first = Object.values(all).filter(({ file }) => file.endsWith('.js') && linked.includes(file))
  expect(first.length).toBeGreaterThan(0)
  for (const chunk of [...first, ...chunks]) visit(chunk)
  return { scripts, styles }
}

/** The scripts and styles that a page links to. */
function linksOf(name: string): string[] {
  const page = readFileSync(join(folder, name), 'utf8')
  return [...page.matchAll(/(?:src|href)="\/builder\/(.*?\.(?:js|css))"/g)].map(([, file]) => file!)
}

/** Kilobytes of those files after gzip. */
function weightOf(...pages: readonly string[]): { scripts: number; styles: number; files: number } {
  const { scripts, styles } = filesOf(...pages)
  const sum = (files: Iterable<string>) =>
    [...files].reduce((bytes, file) => bytes + gzipSync(readFileSync(join(folder, file))).length, 0) / 1024
  return { scripts: sum(scripts), styles: sum(styles), files: scripts.size + styles.size }
}

it('shows the dashboard with at most 106 KB of script in 12 files', () => {
  const { scripts, styles, files } = weightOf('dashboard')
  expect(scripts).toBeLessThan(106)
  expect(styles).toBeLessThan(8)
  expect(files).toBeLessThanOrEqual(12)
})

it('shows the analytics of a bot with at most 206 KB of script in 29 files', () => {
  const { scripts, styles, files } = weightOf('bot', 'analytics')
  expect(scripts).toBeLessThan(206)
  expect(styles).toBeLessThan(14)
  expect(files).toBeLessThanOrEqual(29)
})

it('shows the canvas with at most 190 KB of script in 17 files', () => {
  const { scripts, styles, files } = weightOf('bot')
  expect(scripts).toBeLessThan(190)
  expect(styles).toBeLessThan(12)
  expect(files).toBeLessThanOrEqual(17)
})

it('links the page of a bot, in every language, to each file that the canvas needs', () => {
  const { scripts, styles } = filesOf('bot')
  const pages = readdirSync(folder).filter((name) => /^bot(\.[\w-]+)?\.html$/.test(name))
  expect(pages).toHaveLength(6)
  for (const name of pages) expect(linksOf(name)).toEqual(expect.arrayContaining([...scripts, ...styles]))
})

it('divides pages into files of which none imports another that imports it', () => {
  const chunks = manifest()
  const known = new Set<string>()
  const visit = (name: string, path: readonly string[]) => {
    expect(path, `${[...path, name].join(' imports ')}`).not.toContain(name)
    if (known.has(name)) return
    known.add(name)
    for (const other of chunks[name]!.imports ?? []) visit(other, [...path, name])
  }
  for (const name of Object.keys(chunks)) visit(name, [])
  expect(known.size).toBeGreaterThan(50)
})

it('sends no page the table of all operations of the API', () => {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const texts = scripts.map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(texts.some((text) => text.includes('POST! bots/import'))).toBe(true)
  // Visitors begin chats, and no page of the builder.
  expect(texts.filter((text) => text.includes('bots/{publicId}/startChat'))).toEqual([])
})

it('sends at most 50 KB of typeface to a page in a Latin script', () => {
  const files = readdirSync(folder).filter((name) => /^inter-latin-wght-.*\.woff2$/.test(name))
  expect(files).toHaveLength(1)
  expect(statSync(join(folder, files[0]!)).size / 1024).toBeLessThan(50)
})
