/**
 * Divides what browsers load into files, by what loads a module and not as finely as each dialog and panel uses it: the canvas took 47 files
 * before it was shown and 112 more in the background, and small files hardly compress. Without this, the dashboard loads 52 files, and its
 * budget is 12.
 */
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Modules {
  getModuleInfo(id: string): {
    code?: string | null
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

/** Pages by the folder of their module. All others are pages of a bot. */
const pagesOfFolders: Readonly<Record<string, string>> = {
  app: 'entrance',
  account: 'account',
  instance: 'account',
  workspace: 'workspace',
  inbox: 'inbox',
  dashboard: 'dashboard',
  bot: 'bot',
}

/** Parts that show as soon as the canvas does. */
const extras = ['publish-more', 'account-menu', 'device-menu', 'gestures', 'canvas-marks']
/** Parts that load in the background, and each of which is large enough for its own file. */
const largeParts = ['inspector', 'rich-text-editor', 'code-editor']

/** Pages that filter results in the same way: what they share is a dozen small modules, which would be nearly as many files. */
const pagesOfMetrics = ['analytics-page', 'results-page']

/** The pages and parts that load a module. */
interface Loaders {
  /** Pages, and `start`: what all of them load. */
  pages: Set<string>
  /** Parts that load in the background: `windows` for those of the dashboard; `extras`, `panels` and the names of large ones for the canvas. */
  soon: Set<string>
  /** The pages whose parts load it when they are shown. */
  shown: Set<string>
  /** The names of those parts. */
  parts: Set<string>
}

/** Returns the name of the file of a module, or null where the bundler decides. `isReplaced` tells which modules stand for those of a library. */
export function chunksOf(isReplaced: (id: string) => boolean) {
  let loaders: ReadonlyMap<string, Loaders> | undefined
  const onDemand = new Map<string, boolean>()
  const needs = new Map<string, ReadonlySet<string>>()

  return chunkOf

  function chunkOf(id: string, modules: Modules): string | null {
    loaders ??= loadersOf(modules)
    const of = loaders.get(id)
    if (!of) return null
    if (of.pages.has('start') || isSharedStyle(id, of)) return 'ground'
    if (isOfFirst(of)) return isOwn(id) && !isReplaced(id) && !needsOnDemand(id, modules) ? fileOfPages(of) : null
    if (of.soon.size > 0) return fileOfParts(id, of, modules)
    return isOwn(id) && pagesOfMetrics.every((page) => of.parts.has(page)) ? 'figures' : null
  }

  /** True if some modules import this one on demand, or it imports such a module: its exports need a separate file, which no other file imports. */
  function needsOnDemand(id: string, modules: Modules): boolean {
    const known = onDemand.get(id)
    if (known !== undefined) return known
    onDemand.set(id, false)
    const { dynamicImporters = [], importedIds = [] } = modules.getModuleInfo(id) ?? {}
    const isSo = dynamicImporters.length > 0 || importedIds.some((imported) => needsOnDemand(imported, modules))
    onDemand.set(id, isSo)
    return isSo
  }

  /**
   * The file of a module that loads in the background. One that pages or other parts share is with those that need the same files, so that
   * none of them brings a file along that it does not need.
   */
  function fileOfParts(id: string, { pages, soon, shown }: Loaders, modules: Modules): string | null {
    const isShared = pages.size + shown.size > 0
    if (soon.has('windows')) return isShared ? 'windows' : 'menus'
    if (!isShared && soon.has('extras')) return 'extras'
    // The bundler puts what one part alone loads into the file of that part.
    if (!isShared) return soon.size === 1 && !soon.has('panels') ? null : 'panels'
    if (!isOwn(id)) return null
    if (['entrance', 'account'].some((page) => pages.has(page) || shown.has(page)))
      return shown.has('bot') ? 'basics-shared' : 'basics'
    const needs = [...needsOf(id, modules)].sort()
    // The canvas alone has blocks, and it loads all of these.
    if (!needs.includes('windows') && ['bot', 'definitions'].some((need) => needs.includes(need))) return 'controls-bot'
    return ['controls', ...needs].join('-')
  }

  /** Names of what a module needs beside the files that are loaded with every page. */
  function needsOf(id: string, modules: Modules): ReadonlySet<string> {
    const known = needs.get(id)
    if (known) return known
    needs.set(id, new Set())
    const found = new Set<string>()
    const of = loaders?.get(id)
    if (of && !of.pages.has('start')) {
      const file = isOfFirst(of) ? chunkOf(id, modules) : null
      const own = ownNeed(id, of, file)
      if (own) found.add(own)
      if (file === null)
        for (const imported of modules.getModuleInfo(id)?.importedIds ?? [])
          for (const need of needsOf(imported, modules)) found.add(need)
    }
    needs.set(id, found)
    return found
  }
}

function ownNeed(id: string, { pages, soon }: Loaders, file: string | null): string | undefined {
  if (file === 'bot') return 'bot'
  if (/packages\/flow\/src\/blocks\/(index|registry)\.ts$/.test(id)) return 'definitions'
  if (file === null && isOwn(id)) return undefined
  if (isOfFirst({ pages })) return pages.has('dashboard') ? undefined : 'flow'
  return soon.has('windows') ? 'windows' : 'forms'
}

/** True for styles of several pages: a file for each set of pages would hold a rule or two. */
const isSharedStyle = (id: string, of: Loaders) => id.endsWith('.css') && isOfFirst(of) && of.pages.size > 1

/** True if the dashboard or the canvas loads a module before it shows anything. */
const isOfFirst = ({ pages }: Pick<Loaders, 'pages'>) => pages.has('dashboard') || pages.has('bot')

/** True for our modules, the table of permissions, icons and styles; false for libraries. */
const isOwn = (id: string) => /packages\/(?:builder|permissions)\/src\/|lucide-react|\?shown$|\.css$/.test(id)

/**
 * One file for all modules that the same pages load. What the dashboard shares with pages of settings is one file: each part of it alone would
 * be a few hundred bytes. The sign-in page needs so little, and dashboard and canvas alone share so little, that a second file would not pay.
 */
function fileOfPages({ pages }: Loaders): string {
  const isNamed = (page: string) => ['entrance', 'dashboard', 'bot'].includes(page)
  const names = new Set([...pages].map((page) => (isNamed(page) ? page : 'settings')))
  if (names.has('dashboard') && names.has('bot')) names.add('settings')
  return [...names].join('-')
}

function loadersOf(modules: Modules): Map<string, Loaders> {
  const found = new Map<string, Loaders>()
  const importedBy = (id: string) =>
    modules.getModuleInfo(id) ?? { importedIds: [], dynamicallyImportedIds: [], code: '' }
  const load = (id: string, by: keyof Loaders, name: string) => {
    const known = found.get(id) ?? { pages: new Set(), soon: new Set(), shown: new Set(), parts: new Set() }
    found.set(id, known)
    if (known[by].has(name)) return
    known[by].add(name)
    for (const imported of importedBy(id).importedIds) load(imported, by, name)
  }
  const start = fileURLToPath(new URL('src/main.tsx', import.meta.url))
  const app = fileURLToPath(new URL('src/app/app.tsx', import.meta.url))
  const pages = new Set([start, ...importedBy(app).dynamicallyImportedIds])
  for (const page of pages) {
    if (page === start) load(page, 'pages', 'start')
    else if (!page.includes('gallery')) load(page, 'pages', pagesOfFolders[basename(dirname(page))] ?? 'other')
  }
  const reached = new Set([start])
  for (const id of reached) {
    const { importedIds, dynamicallyImportedIds, code } = importedBy(id)
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) reached.add(imported)
    const soon = soonIn(code ?? '')
    const from = found.get(id)?.pages ?? new Set()
    for (const part of dynamicallyImportedIds.filter((one) => !pages.has(one))) {
      const name = basename(part).replace(/\.tsx?$/, '')
      if (!soon.has(name)) {
        load(part, 'shown', from.size === 1 ? [...from][0]! : 'other')
        load(part, 'parts', name)
      } else load(part, 'soon', from.has('dashboard') ? 'windows' : placeOf(name))
    }
  }
  return found
}

const placeOf = (part: string): string =>
  extras.includes(part) ? 'extras' : largeParts.includes(part) ? part : 'panels'

/** The names of the files of parts that a module lets load in the background: those of calls of `onDemand` with `isSoon`. */
function soonIn(code: string): ReadonlySet<string> {
  const calls = code.matchAll(
    /\bimport\((['"`])(?:[^'"`]*\/)?([^'"`/]+)\.js\1\)(?:(?!\bimport\()[^;])*?\bisSoon: true/g,
  )
  return new Set([...calls].map(([, , name = '']) => name))
}
