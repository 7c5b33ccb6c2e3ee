import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '@colloquy/sdk/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Builds what browsers load: a page and files whose names change with what is in them. */
export default defineConfig({
  plugins: [react(), withoutCalls(), rowsOfOperations(), pagesByLanguage()],
  base: '/builder/',
  build: {
    outDir: 'dist/browser',
    assetsDir: '.',
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    // The policy of the page allows no data addresses for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})

/**
 * Writes the page once for each language but English: in front of its modules it loads the messages of the language, so that none of
 * them has to wait for messages, and the English page is as it was.
 */
function pagesByLanguage(): Plugin {
  const catalogues = fileURLToPath(new URL('src/i18n/catalogues', import.meta.url))
  return {
    name: 'pages-by-language',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const page = readFileSync(join(dir, 'index.html'), 'utf8')
      for (const file of readdirSync(catalogues).filter((name) => name.endsWith('.json'))) {
        const language = basename(file, '.json')
        const messages = JSON.stringify(JSON.parse(readFileSync(join(catalogues, file), 'utf8')))
        const script = `globalThis.colloquyMessages=${messages}`
        const name = `messages-${language}-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
        writeFileSync(join(dir, name), script)
        const translated = page
          .replace('<html lang="en">', `<html lang="${language}">`)
          .replace('<script type="module"', `<script src="/builder/${name}"></script>\n<script type="module"`)
        writeFileSync(join(dir, `index.${language}.html`), translated)
      }
    },
  }
}

/**
 * Writes `api.getBot({ botId })` as `api("GET bots/{botId}", { botId })`: each page carries the rows of the operations that it calls, and
 * none the whole table, which is 3 KB.
 */
function rowsOfOperations(): Plugin {
  return {
    name: 'rows-of-operations',
    enforce: 'post',
    apply: 'build',
    transform(code, id) {
      if (!/packages\/builder\/src\//.test(id) || !/import \{[^}]*\bapi\b[^}]*\} from "[^"]*\/api\.js"/.test(code))
        return undefined
      const rows = rowsIn(this.parse(code) as unknown as SyntaxNode)
      if (rows.length < (code.match(/(?<![\w."'/])api\s*\./g) ?? []).length)
        throw new Error(`${id}: call operations in place, as in api.getBot({ botId })`)
      return { code: replaced(code, rows), map: null }
    },
  }
}

/** The beginnings of all calls of operations, with their replacements. */
function rowsIn(node: SyntaxNode): Replacement[] {
  const inside = childrenOf(node).flatMap(rowsIn)
  const { callee, arguments: given } = node as { callee?: SyntaxNode; arguments?: SyntaxNode[] }
  const { object, property } = (callee ?? {}) as { object?: { name?: string }; property?: { name?: string } }
  if (node.type !== 'CallExpression' || object?.name !== 'api') return inside
  const row = JSON.stringify((operations as Readonly<Record<string, string>>)[property?.name ?? ''])
  const [input] = given ?? []
  const own = { start: node.start, end: input?.start ?? node.end, by: input ? `api(${row}, ` : `api(${row})` }
  return [own, ...inside]
}

/** The functions of an integration's definition that the service and the replaying worker run, and no page does. */
const ofCalls = new Set(['run', 'request', 'result', 'show', 'call', 'read'])

/**
 * Empties those functions in what pages load: they are a tenth of the canvas page. Workers are built without this plugin, and keep them.
 */
function withoutCalls(): Plugin {
  return {
    name: 'without-calls',
    enforce: 'post',
    apply: 'build',
    transform(code, id) {
      if (!/packages\/flow\/(src|dist)\/integrations\//.test(id)) return undefined
      const calls = callsIn(this.parse(code) as unknown as SyntaxNode)
      if (calls.length === 0) return undefined
      return { code: replaced(code, calls), map: null }
    },
  }
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** What stands in place of a part of the text. */
interface Replacement {
  start: number
  end: number
  by: string
}

/** The functions of properties with such a name, in the order of the text: their bodies, or the names of those that are defined elsewhere. */
function callsIn(node: SyntaxNode): Replacement[] {
  if (node.type === 'ObjectPattern') return []
  const { key, value, shorthand } = node as { key?: { name?: string }; value?: SyntaxNode; shorthand?: boolean }
  if (node.type === 'Property' && value && ofCalls.has(key?.name ?? '')) {
    if (/Function/.test(value.type)) return [{ ...(value.body as SyntaxNode), by: '{}' }]
    if (value.type === 'Identifier' && !shorthand) return [{ start: value.start, end: value.end, by: '() => {}' }]
  }
  return childrenOf(node).flatMap(callsIn)
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const isNode = (one: unknown): one is SyntaxNode => typeof (one as SyntaxNode | null)?.type === 'string'
  return Object.values(node).flat().filter(isNode)
}

function replaced(code: string, parts: readonly Replacement[]): string {
  let result = code
  for (const { start, end, by } of parts.toSorted((a, b) => b.start - a.start))
    result = `${result.slice(0, start)}${by}${result.slice(end)}`
  return result
}
