import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allPackageNames, root } from '../scripts/root.mjs'
import { anchorsIn, replaceLinks } from './markdown.mjs'
import { readPages } from './pages.mjs'
import { llmsText, pageHeadings, renderPage, searchPage } from './render.mjs'

const site = readPages()
const page = (markdown) => ({ path: 'test', title: 'Test', summary: 'A test.', section: 'Start', markdown })

test('every page has a summary, a section and an entry for the search', () => {
  expect(site.pages.length).toBeGreaterThan(40)
  for (const one of site.pages) {
    expect(one.summary, one.path).toMatch(/\w+ \w+/)
    expect(searchPage(one).sections[0][1], one.path).toBe(one.title.replaceAll('`', ''))
  }
})

test('every page that the navigation lists is in llms.txt', () => {
  const listed = site.sections.flatMap(({ entries }) => entries)
  const text = llmsText(site)
  for (const { path, url } of listed) expect(text).toContain(`](${url ?? `/docs/${path}.md`})`)
})

test('the first page and the page for contributors link to every guide to add something', () => {
  const guides = readdirSync(join(root, 'docs')).filter((name) => name.startsWith('add-'))
  expect(guides.length).toBeGreaterThan(5)
  const [first, contributing] = ['docs/index.md', 'CONTRIBUTING.md'].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  expect(guides.filter((guide) => !first.includes(`](${guide})`))).toEqual([])
  expect(guides.filter((guide) => !contributing.includes(`](docs/${guide})`))).toEqual([])
})

test('packages that the documentation tells to install or import are those that can be packed', () => {
  const packed = allPackageNames().filter((name) => existsSync(join(root, 'packages', name, 'src/packed.test.ts')))
  const guides = site.pages.filter(({ path, section }) => section !== 'Decisions' && !path.startsWith('add-'))
  const using = /(?:from|import|npm install|npx)\s+['"]?@colloquy\/([a-z-]+)/g
  const named = new Set(guides.flatMap(({ markdown }) => [...markdown.matchAll(using)].map(([, name]) => name)))
  expect([...named].filter((name) => !packed.includes(name))).toEqual([])
  expect(named.size).toBeGreaterThan(0)
})

test('links between pages lead to their addresses, and links to sources are text', () => {
  const trust = site.pages.find(({ path }) => path === 'trust').markdown
  expect(trust).toContain('[limits.md](/docs/limits)')
  expect(trust).toContain('kill-run.ts')
  expect(trust).not.toContain('../packages')
})

test('code is rendered as it is written', () => {
  const html = renderPage(
    page('# Test\n\n```html\n<script>alert(1)</script>\n```\n\n`[a](b)` and {{Name}}\n'),
    site.sections,
  )
  expect(html).toContain('<pre tabindex="0"><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>')
  expect(html).toContain('<code>[a](b)</code> and {{Name}}')
})

test('anchors of headings are those of repository hosts, which number repeated ones', () => {
  const text =
    '## 1. Start the *service*\n\n```sh\n# comment\n```\n\n### `/docs` & more\n\n### Run\n\n### Run\n\n## Run\n'
  expect(anchorsIn(text)).toEqual(['1-start-the-service', 'docs--more', 'run', 'run-1', 'run-2'])
})

test('a page, its contents, its search and the check of links have the same anchors', () => {
  for (const one of site.pages) {
    const html = renderPage(one, site.sections)
    const ids = [...html.matchAll(/<h[2-6] id="([^"]+)"/g)].map(([, id]) => id)
    expect(anchorsIn(one.markdown).slice(1), one.path).toEqual(ids)
    const { headings } = pageHeadings(one)
    const found = searchPage(one).sections.map(([anchor]) => anchor)
    for (const id of [...headings.map(([anchor]) => anchor), ...found.filter(Boolean)]) expect(ids).toContain(id)
  }
})

test('links are replaced outside of code, and may have code as their text', () => {
  const text = '[a](b) `[a](b)` [`a` b](c)\n```\n[a](b)\n```\n![a](b)'
  const replaced = replaceLinks(text, ({ mark, label, target }) => `${mark}<${label}|${target}>`)
  expect(replaced).toBe('<a|b> `[a](b)` <`a` b|c>\n```\n[a](b)\n```\n!<a|b>')
})

test('no page links to the source of another page', () => {
  for (const { path, markdown } of site.pages)
    expect(markdown, path).not.toMatch(/\]\((?!https?:)[^)\s]+\.md(#[^)]*)?\)/)
})

const folder = join(root, 'docs/decisions')
const records = readdirSync(folder)
  .filter((name) => /^\d{4}-/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

test('the index of decisions lists each record by its title once, below a subject', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const listed = index.slice(index.indexOf('\n## ')).matchAll(/^- \[\d{4}\]\((.*?)\): (.*)$/gm)
  const titleOf = (text) => /^# (?:\d{4}[:.] )?(.*)/.exec(text)[1]
  expect([...listed].map(([, name, title]) => `${name}: ${title}`).toSorted()).toEqual(
    records.map(({ name, text }) => `${name}: ${titleOf(text)}`).toSorted(),
  )
})

test('a decision has a status, a date and at most 300 words', () => {
  for (const { name, text } of records) {
    expect(text, name).toMatch(
      /^Status: (accepted|superseded by \[\d{4}\]\(\d{4}-.+\.md\)).*\bDate: \d{4}-\d\d-\d\d\./m,
    )
    expect(text.trim().split(/\s+/).length, name).toBeLessThanOrEqual(300)
  }
})
