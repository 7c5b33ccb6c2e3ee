/** Writes the documentation that an instance serves at `/docs`: pages as HTML and Markdown, the search, styles and pictures. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../scripts/root.mjs'
import { readPages } from './pages.mjs'
import { llmsText, pageHeadings, renderPage, searchPage } from './render.mjs'

/** Beside what is compiled of the service, which serves it. */
export const docsFolder = join(root, 'packages', 'server', 'dist', 'docs')
const browser = join(root, 'docs-site', 'browser')

export async function buildDocs() {
  const { build } = await import('esbuild')
  const site = readPages()
  rmSync(docsFolder, { recursive: true, force: true })
  const write = (path, text) => {
    const file = join(docsFolder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const page of site.pages) {
    write(`${page.path}.html`, renderPage(page, site.sections))
    write(`${page.path}.md`, page.markdown)
  }
  write('search.json', JSON.stringify(site.pages.map(searchPage)))
  write('headings.json', JSON.stringify(site.pages.filter(({ section }) => section !== 'Decisions').map(pageHeadings)))
  write('llms.txt', llmsText(site))
  cpSync(join(root, 'docs', 'images'), join(docsFolder, 'images'), { recursive: true })
  await build({
    entryPoints: ['docs.js', 'theme.js', 'docs.css'].map((name) => join(browser, name)),
    outdir: docsFolder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  })
}
