import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { channelNames } from '@colloquy/channels/names'
import { shownIntegrations, shownParts } from '@colloquy/flow/shown'
import { operations } from '@colloquy/sdk/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { chunksOf } from './vite.chunks.js'

/** Begins the names of modules that take the place of packages of the canvas library: 10 KB of the canvas, beyond its budget. */
const replacements = fileURLToPath(new URL('src/canvas/view/d3-', import.meta.url))

/** Builds what browsers load: a page and files whose names change with what is in them. */
export default defineConfig({
  plugins: [
    react(),
    singleIcons(),
    canvasWithoutExtras(),
    valuesOfData(),
    shownDefinitions(),
    rowsOfOperations(),
    pagesByLanguage(),
  ],
  base: '/builder/',
  // Pages load what they use of our packages: their builds are few files, so that the service starts sooner.
  resolve: {
    alias: [{ find: /^d3-(transition|interpolate)$/, replacement: `${replacements}$1.ts` }],
    conditions: ['development', 'module', 'browser'],
  },
  build: {
    outDir: 'dist/browser',
    assetsDir: '.',
    target: 'es2022',
    manifest: true,
    reportCompressedSize: false,
    // The policy of the page allows no data addresses for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of all scripts of all parts would be 6 KB of what the canvas loads. Parts load in the background, and pages when a link
      // to them is hovered or focused.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: chunksOf((id) => id.startsWith(replacements)) }],
        },
      },
    },
  },
})

/**
 * Imports each icon from its own module: through the module of all icons, every page would seem to load every icon. Without this, the dashboard
 * exceeds its budget by 13 KB.
 */
function singleIcons(): Plugin {
  const folder = fileURLToPath(new URL('dist/esm/', import.meta.resolve('lucide-react/package.json')))
  const files = new Map<string, string>()
  const list = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8')
  for (const [, names = '', file = ''] of list.matchAll(/export \{ (default as .*?) \} from '\.\/(icons\/.*?)'/g))
    for (const name of names.split(', ')) files.set(name.replace('default as ', ''), file)
  return {
    name: 'single-icons',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!/packages\/builder\/src\//.test(id) || !code.includes("'lucide-react'")) return undefined
      const single = (_: string, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => name.split(' as '))
          .map(([name = '', own = name]) => `import ${own} from '${join(folder, files.get(name)!)}';`)
          .join('')
      return { code: code.replace(/import \{([^}]*)\} from 'lucide-react'/g, single), map: null }
    },
  }
}

/**
 * Lets the build leave out what the canvas does not use of its library: names for debugging, which keep components from being left out,
 * and nodes and edges of the library, in whose place the canvas has its own. Without this, the canvas exceeds its budget by 5 KB.
 */
function canvasWithoutExtras(): Plugin {
  return {
    name: 'canvas-without-extras',
    apply: 'build',
    transform(code, id) {
      if (!/@xyflow\/react\/dist\/esm\/index\.m?js$/.test(id)) return undefined
      const names = /^\w+\.displayName = '\w+';$/gm
      const types = /(?<=^const builtin(?:Node|Edge)Types = )\{[^}]*\}(?=;)/gm
      if (!names.test(code) || code.match(types)?.length !== 2)
        throw new Error(`${id} has changed. Check which of its exports the canvas does not use.`)
      const unmarked = /(?<=^const \w+ = )(?=(?:memo|forwardRef|create\w+)\()/gm
      return { code: code.replace(names, '').replace(types, '{}').replace(unmarked, '/* @__PURE__ */ '), map: null }
    },
  }
}

/**
 * Writes the page once more for bots: it sends its first requests before anything else is loaded, and links to all files that the canvas
 * needs, because a browser that finds them one after another in scripts shows the canvas later. Writes both pages once for each language
 * but English, with the messages of the language in front of its modules, so that no module has to wait for messages.
 */
function pagesByLanguage(): Plugin {
  const catalogues = fileURLToPath(new URL('src/i18n/catalogues', import.meta.url))
  let firstRequests = ''
  return {
    name: 'pages-by-language',
    apply: 'build',
    buildStart() {
      const id = fileURLToPath(new URL('src/service/first-requests.ts', import.meta.url))
      firstRequests = this.emitFile({ type: 'chunk', id })
    },
    writeBundle({ dir = '' }, bundle) {
      const index = readFileSync(join(dir, 'index.html'), 'utf8')
      const bot = index
        .replace('<script', `<script type="module" src="/builder/${this.getFileName(firstRequests)}"></script>\n$&`)
        .replace('</head>', `${linksOf('bot-page', bundle, index)}</head>`)
      writeFileSync(join(dir, 'bot.html'), bot)
      for (const file of readdirSync(catalogues).filter((name) => name.endsWith('.json'))) {
        const language = basename(file, '.json')
        const messages = JSON.stringify(JSON.parse(readFileSync(join(catalogues, file), 'utf8')))
        const script = `globalThis.colloquyMessages=${messages}`
        const name = `messages-${language}-${createHash('sha256').update(script).digest('base64url').slice(0, 8)}.js`
        writeFileSync(join(dir, name), script)
        for (const [of, page] of Object.entries({ index, bot })) {
          const translated = page
            .replace('<html lang="en">', `<html lang="${language}">`)
            .replace('<script type="module"', `<script src="/builder/${name}"></script>\n<script type="module"`)
          writeFileSync(join(dir, `${of}.${language}.html`), translated)
        }
      }
    },
  }
}

/** Links to the scripts and styles that a module imported on demand needs, and that the page does not link to yet. */
function linksOf(module: string, bundle: Rolldown.OutputBundle, page: string): string {
  const chunks = Object.values(bundle).filter((it) => it.type === 'chunk')
  const needed = new Set<Rolldown.OutputChunk>()
  const need = (chunk: Rolldown.OutputChunk) => {
    if (needed.has(chunk)) return
    needed.add(chunk)
    for (const name of chunk.imports) need(bundle[name] as Rolldown.OutputChunk)
  }
  need(chunks.find(({ name, isDynamicEntry }) => isDynamicEntry && name === module)!)
  const scripts = [...needed].map(({ fileName }) => fileName)
  const styles = new Set([...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  const linkTo = (relation: string) => (name: string) =>
    `<link rel="${relation}" crossorigin href="/builder/${name}">\n`
  return [...scripts.map(linkTo('modulepreload')), ...[...styles].map(linkTo('stylesheet'))]
    .filter((link) => !page.includes(/"\/builder\/.*"/.exec(link)![0]))
    .join('')
}

/**
 * Writes `api.getBot({ botId })` as `api("GET bots/{botId}", { botId })`: each page carries the rows of the operations that it calls, and
 * none the whole table, which is 3 KB and which a test of the budget looks for.
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

/** Marks modules of definitions as those that `@colloquy/flow/shown` reaches: pages have them once more, as a whole, when a form opens. */
const shown = '?shown'

/**
 * Replaces modules of plain data that is derived from definitions by their values, so that no page loads definitions for them. Without this,
 * the analytics of a bot exceed their budget by the channels, and the canvas exceeds its own by the integrations.
 */
function valuesOfData(): Plugin {
  const values = {
    'flow/src/shown/shown-integrations.ts': { shownIntegrations },
    'channels/src/names.ts': { channelNames },
  }
  const codes = Object.entries(values).map(([file, exported]) => {
    const [[name, value]] = Object.entries(exported) as [[string, unknown]]
    return { file, code: `export const ${name} = ${JSON.stringify(value)}` }
  })
  return {
    name: 'values-of-data',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      const found = codes.find(({ file }) => id.replace(shown, '').endsWith(`/packages/${file}`))
      return found && { code: found.code, moduleType: 'js' }
    },
  }
}

/**
 * Leaves out of the definitions that palette and canvas load what neither shows: fields, lint, runs. Without this, the canvas exceeds its
 * budget by 22 KB.
 */
function shownDefinitions(): Plugin {
  return {
    name: 'shown-definitions',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      const isEntry = source === '@colloquy/flow/shown'
      if (!isEntry && !(importer?.endsWith(shown) && source.startsWith('.'))) return null
      const found = await this.resolve(source, importer?.replace(shown, ''), { ...options, skipSelf: true })
      return found && { ...found, id: found.id + shown }
    },
    async load(id) {
      if (!id.endsWith(shown)) return null
      const file = id.slice(0, -shown.length)
      const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
      return { code: replaced(code, notShownIn(this.parse(code) as unknown as SyntaxNode)), moduleType: 'js' }
    },
  }
}

/**
 * Properties of definitions that are not shown; and calls that a module makes for them, which are marked as superfluous unless something
 * uses them. So is a value that spreads others: the bundler keeps spreads, as reading a property may have effects.
 */
function notShownIn(program: SyntaxNode): Replacement[] {
  const statements = childrenOf(program).map((it) => (it as { declaration?: SyntaxNode }).declaration ?? it)
  const declared = statements.flatMap((it) => (it.type === 'VariableDeclaration' ? childrenOf(it) : []))
  return declared.flatMap((it) => {
    const { init } = it as { init?: SyntaxNode & { callee?: { name?: string }; arguments?: SyntaxNode[] } }
    const hidden = init?.callee?.name === 'defineBlock' ? hiddenIn(init.arguments![0]!, isShown) : []
    const isHidden = ({ start }: SyntaxNode) => hidden.some((part) => part.start <= start && start < part.end)
    const calls = init ? callsAt(init).filter((call) => !isHidden(call)) : []
    const marks = calls.map(({ start }) => ({ start, end: start, by: '/* @__PURE__ */ ' }))
    return [...hidden, ...marks, ...(init && spreads(init) ? inCall(init) : [])]
  })
}

/** The calls that computing a value makes. */
function callsAt(node: SyntaxNode): SyntaxNode[] {
  if (/Function/.test(node.type)) return []
  const inside = childrenOf(node).flatMap(callsAt)
  return node.type === 'CallExpression' ? [node, ...inside] : inside
}

/** True if computing a value, other than a definition, copies the properties of another. */
function spreads(node: SyntaxNode): boolean {
  const { callee } = node as { callee?: { name?: string } }
  if (/Function/.test(node.type) || callee?.name === 'defineBlock') return false
  return node.type === 'SpreadElement' || childrenOf(node).some(spreads)
}

/** Computes a value in a call that is left out unless something uses the value. */
const inCall = ({ start, end }: SyntaxNode): Replacement[] => [
  { start, end: start, by: '/* @__PURE__ */ (() => (' },
  { start: end, end, by: '))()' },
]

const isShown = (name: string) => name === 'items' || (shownParts as readonly string[]).includes(name)

function hiddenIn(object: SyntaxNode, isKept: (name: string) => boolean): Replacement[] {
  return childrenOf(object).flatMap((property) => {
    const { key, value } = property as { key?: { name?: string }; value?: SyntaxNode }
    if (property.type !== 'Property' || key?.name === undefined) return []
    if (!isKept(key.name)) return [{ start: property.start, end: property.end, by: '...null' }]
    return key.name === 'items' && value?.type === 'ObjectExpression'
      ? hiddenIn(value, (name) => name !== 'fields')
      : []
  })
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
