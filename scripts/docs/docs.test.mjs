import { expect, test } from 'vitest'
import { llmsText } from './llms.mjs'
import { outsideCode, slugs } from './markdown.mjs'
import { readPages } from './pages.mjs'
import { renderPage, searchSections } from './render.mjs'

const site = readPages((path) => `/docs/${path}`)
const page = (markdown) => ({ path: 'test', title: 'Test', summary: 'A test.', section: 'Start', markdown })

test('every page has a summary, a section and an entry for the search', () => {
  expect(site.pages.length).toBeGreaterThan(40)
  for (const one of site.pages) {
    expect(one.summary, one.path).toMatch(/\w+ \w+/)
    expect(searchSections(one)[0].heading, one.path).toBe(one.title.replaceAll('`', ''))
  }
})

test('every page that the navigation lists is in llms.txt', () => {
  const listed = site.sections.flatMap(({ entries }) => entries)
  const text = llmsText(site, (path) => `/docs/${path}.md`)
  for (const { path, url } of listed) expect(text).toContain(`](${url ?? `/docs/${path}.md`})`)
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

test('anchors of headings are those of repository hosts', () => {
  expect(slugs('## 1. Start the *service*\n\n```sh\n# comment\n```\n\n### `/docs` & more\n')).toEqual([
    '1-start-the-service',
    'docs--more',
  ])
})

test('changes of text leave code alone', () => {
  expect(outsideCode('a `a` a\n```\na\n```\na', (text) => text.replaceAll('a', 'b'))).toBe('b `a` b\n```\na\n```\nb')
})
