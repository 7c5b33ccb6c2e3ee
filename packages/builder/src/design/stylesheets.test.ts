import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('..', import.meta.url))
const paths = (readdirSync(folder, { recursive: true }) as string[]).filter(
  (path) => /\.(tsx?|css)$/.test(path) && !/\.test\.|^testing\//.test(path),
)
const textOf = new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))

/** For each file, those that it imports at once (without those that it loads on demand), and those that import it in either way. */
const imported = new Map<string, string[]>()
const importers = new Map<string, string[]>()
for (const [path, text] of textOf) {
  const now: string[] = []
  for (const [, onDemand, name] of text.matchAll(/(?:from|import(\()?)\s*'(\.[^'?]+)/g)) {
    const wanted = join(dirname(path), name as string)
    const found = ['', '.ts', '.tsx']
      .map((ending) => (ending ? wanted.replace(/\.js$/, ending) : wanted))
      .find((it) => textOf.has(it))
    if (found === undefined) continue
    if (!onDemand) now.push(found)
    importers.set(found, [...(importers.get(found) ?? []), path])
  }
  imported.set(path, now)
}

function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const next of imported.get(path) ?? []) loadedWith(next, seen)
  return seen
}

/** The stylesheet is there whenever this file is: it brings it along, or everything does that imports it. */
function brings(path: string, sheets: readonly string[], seen = new Set<string>()): boolean {
  if (seen.has(path)) return true
  seen.add(path)
  const loaded = loadedWith(path)
  if (sheets.some((sheet) => loaded.has(sheet))) return true
  const above = importers.get(path) ?? []
  return above.length > 0 && above.every((it) => brings(it, sheets, seen))
}

/** Classes that rules begin with, and are not about parts of something else or one of several, with the stylesheets of those rules. */
const sheetsOf = new Map<string, string[]>()
for (const [path, text] of textOf) {
  if (!path.endsWith('.css')) continue
  const bare = text.replace(/\/\*[\s\S]*?\*\/|:(?:is|not|where)\([^)]*\)/g, '')
  const rules = bare.matchAll(/(?:^|[{};,])\s*\.([a-zA-Z][\w-]*)[^\s,{]*(?=\s*[,{])/g)
  for (const [, name] of rules) sheetsOf.set(name as string, [...(sheetsOf.get(name as string) ?? []), path])
}

test('a component comes with the stylesheet of its classes on every page that shows it', () => {
  expect(sheetsOf.size).toBeGreaterThan(300)
  const lacking = [...textOf].flatMap(([path, text]) => {
    const names = [...text.matchAll(/className="([^"]+)"/g)].flatMap(([, all]) => (all as string).split(/\s+/))
    return [...new Set(names)].flatMap((name) => {
      const sheets = sheetsOf.get(name)
      return sheets && !brings(path, sheets) ? [`${path}: .${name} of ${sheets.join(', ')}`] : []
    })
  })
  expect(lacking).toEqual([])
})
