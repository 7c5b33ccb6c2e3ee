/** Renders the pages as HTML, and cuts them into the sections that the search finds. */
import { Marked, Renderer } from 'marked'
import { tokensOf } from './markdown.mjs'
import { pageLink } from './pages.mjs'

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, id }) {
      const inner = this.parser.parseInline(tokens)
      return depth === 1
        ? `<h1>${inner}</h1>\n`
        : `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`
    },
    code({ text }) {
      return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`
    },
    table(token) {
      const table = Renderer.prototype.table.call(this, token)
      return `<div class="overflow-auto" tabindex="0" role="region" aria-label="Table">${table}</div>\n`
    },
  },
})

/** The whole file of a page, with the page before and the one after it in the order of the navigation. */
export function renderPage(page, sections) {
  const tokens = tokensOf(page.markdown)
  const order = sections.flatMap(({ entries }) => entries).filter(({ path }) => path)
  const index = order.findIndex(({ path }) => path === page.path)
  const neighbours = index < 0 ? [] : [order[index - 1], order[index + 1]]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.path === 'index' ? page.title : `${page.title} · Colloquy`)}</title>
<meta name="description" content="${escaped(page.summary)}">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/docs.css"><script src="/docs/theme.js"></script>
<script type="module" src="/docs/docs.js"></script>
<link rel="alternate" type="text/markdown" href="/docs/${page.path}.md"></head>
<body><a class="skip" href="#content">Skip to content</a>
<header class="top"><nav aria-label="This instance"><ul><li><a class="contrast" href="/docs"><strong>Colloquy</strong> <span>Docs</span></a></li></ul>
<div class="search" hidden><input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" aria-controls="found">
<div id="found" hidden></div><p role="status"></p></div>
<ul><li><a href="/api/docs">API</a></li><li><a href="/">Builder</a></li></ul></nav></header>
<div class="columns"><aside><nav aria-label="Documentation"><details open><summary>All pages</summary>${navigation(sections, page)}</details></nav></aside>
<main id="content" tabindex="-1"><small>${escaped(page.section)}</small>${marked.parser(tokens)}${footer(neighbours)}</main>${contents(tokens)}</div>
</body></html>
`
}

const navigation = (sections, { path: current }) =>
  sections
    .map(
      ({ title, entries }) =>
        `<h2>${escaped(title)}</h2><ul>${entries.map((entry) => `<li>${entryLink(entry, current)}</li>`).join('')}</ul>`,
    )
    .join('')

function entryLink({ title, path, url }, current) {
  const isHere = path === current || (path === 'decisions' && /^(decisions|lab)\//.test(current))
  const name = path === 'index' ? 'Overview' : title
  return `<a ${isHere ? 'aria-current="page"' : 'class="secondary"'} href="${url ?? pageLink(path)}">${escaped(name)}</a>`
}

function footer([before, after]) {
  const link = (entry, label) =>
    entry ? `<a href="${pageLink(entry.path)}">${label}: ${escaped(entry.title)}</a>` : '<span></span>'
  const decisions = { path: 'decisions', title: 'Decisions' }
  const links = before || after ? link(before, 'Previous') + link(after, 'Next') : link(decisions, 'Up')
  return `<footer><hr><nav aria-label="Neighbouring pages">${links}</nav></footer>`
}

function contents(tokens) {
  const headings = tokens.filter(({ type, depth }) => type === 'heading' && depth === 2)
  if (headings.length < 2) return ''
  const lines = headings.map(
    ({ id, text }) => `<li><a class="secondary" href="#${id}">${marked.parseInline(text)}</a></li>`,
  )
  return `<aside class="contents"><nav aria-label="On this page"><h2>On this page</h2><ul>${lines.join('')}</ul></nav></aside>`
}

/** Characters that the search has of a section of background, such as a table of measurements. */
const maxBackground = 600

/**
 * Cuts a page into `{ title, url, rank, sections }` for the search, where sections are `[anchor, heading, text]` without marks; the first
 * has no anchor. Of decision records and their index, it has only title and summary: who searches wants the guide, which links to the record.
 */
export function searchPage(page) {
  const { title, summary, rank } = page
  const entry = { title: plain(marked.parseInline(title)), url: pageLink(page.path), rank }
  if (page.section === 'Decisions' || page.path === 'decisions')
    return { ...entry, sections: [['', entry.title, summary]] }
  const sections = []
  for (const token of tokensOf(page.markdown)) {
    if (token.type === 'html') continue
    if (token.type === 'heading' && token.depth < 4)
      sections.push([token.depth === 1 ? '' : token.id, plain(marked.parseInline(token.text)), ''])
    else if (sections.length > 0) sections.at(-1)[2] = `${sections.at(-1)[2]} ${plain(marked.parser([token]))}`.trim()
  }
  if (rank < 0.5) for (const section of sections) section[2] = section[2].slice(0, maxBackground)
  return { ...entry, sections }
}

/** Lists what the builder's command menu opens: pages as `{ title, url, headings }`, where headings are `[anchor, heading]`. */
export function pageHeadings(page) {
  const headings = tokensOf(page.markdown).filter(({ type, depth }) => type === 'heading' && depth === 2)
  return {
    title: plain(marked.parseInline(page.title)),
    url: pageLink(page.path),
    headings: headings.map(({ id, text }) => [id, plain(marked.parseInline(text))]),
  }
}

const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const plain = (html) =>
  html
    .replace(/<\/?(a|code|em|strong)( [^>]*)?>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity])
    .replace(/\s+/g, ' ')
    .trim()

/** `llms.txt`: the pages with their summaries, for tools that read Markdown. */
export function llmsText({ sections, pages }) {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const line = ({ path, url, title }) =>
    url ? `- [${title}](${url})` : `- [${title}](/docs/${path}.md): ${byPath.get(path).summary}`
  const parts = sections.map(({ title, entries }) => `## ${title}\n\n${entries.map(line).join('\n')}`)
  return `# Colloquy\n\n> ${byPath.get('index').summary}\n\n${parts.join('\n\n')}\n`
}
