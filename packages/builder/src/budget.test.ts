import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../dist/browser', import.meta.url))

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** Kilobytes, after gzip, of a page and all that it imports before it shows anything. */
function weightOf(...entries: string[]): number {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'))
  const files = new Set<string>()
  const visit = (name: string) => {
    const { file, css = [], imports = [] } = manifest[name]!
    if (files.has(file)) return
    for (const own of [file, ...css]) files.add(own)
    for (const other of imports) visit(other)
  }
  for (const entry of entries) visit(entry)
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(folder, file))).length)
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

it('shows the dashboard with at most 120 KB, and the canvas with at most 240 KB', () => {
  expect(weightOf('index.html', 'src/dashboard/dashboard.tsx')).toBeLessThan(120)
  expect(weightOf('index.html', 'src/bot/bot-page.tsx')).toBeLessThan(240)
})

it('sends at most 50 KB of typeface to a page in a Latin script', () => {
  const files = readdirSync(folder).filter((name) => /^inter-latin-wght-.*\.woff2$/.test(name))
  expect(files).toHaveLength(1)
  expect(statSync(join(folder, files[0]!)).size / 1024).toBeLessThan(50)
})
