import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { slug } from '../../scripts/docs/markdown.mjs'

/** Set BASE when the site is not at the root of its host. */
export default defineConfig({
  title: 'Colloquy',
  description: 'Documentation of Colloquy',
  base: process.env.BASE ?? '/',
  srcDir: '.pages',
  // The Markdown of each page is served as a file, too.
  srcExclude: ['public/**'],
  outDir: 'dist',
  cleanUrls: true,
  markdown: { anchor: { slugify: slug } },
  // Pages of a running instance, which a static site does not have.
  ignoreDeadLinks: [/^\/api\/docs/],
  themeConfig: {
    sidebar: JSON.parse(readFileSync(new URL('../.pages/sidebar.json', import.meta.url), 'utf8')),
    search: { provider: 'local' },
    outline: [2, 3],
  },
})
