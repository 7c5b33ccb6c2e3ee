/** The sizes that visitors load, held to their limits: gzip, in bytes, KB of 1024. Reads what the build made; needs no server. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'

const folder = fileURLToPath(new URL('dist/browser', import.meta.url))
const manifestFile = join(folder, '.vite', 'manifest.json')
const KB = 1024
const ratingKey = 'src/held/rating-view.tsx'

/** Resolves each limit to `{ name, bytes, limit }`. Throws when there is nothing to measure. */
export function measureSizes() {
  if (!existsSync(manifestFile)) throw new Error('There is no build of the widget to measure: run `npm run build`.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const loader = withImports(manifest, ['src/widget.ts'])
  const { dynamicImports = [] } = manifest['src/widget.ts']
  const chat = dynamicImports.filter((key) => key !== 'src/elements/overlay.ts')
  if (chat.length === 0) throw new Error('The loader loads no chat: the sizes cannot be measured.')
  const core = without(withImports(manifest, chat), loader)
  const views = Object.keys(manifest).filter((key) => /^src\/inputs\/[\w-]+\.tsx$/.test(key))
  if (views.length < 9) throw new Error(`Only ${views.length} views of inputs were found in the build.`)
  const all = new Set(
    Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.js')),
  )
  const languages = new Set(
    Object.keys(manifest)
      .filter((key) => /^src\/texts\/\w\w(-\w\w)?\.ts$/.test(key))
      .map((key) => manifest[key].file),
  )
  // Loaded in conversations in which a person speaks, and in no other one.
  const people = new Set(
    Object.keys(manifest)
      .filter((key) => key.startsWith('src/held/') && key !== ratingKey)
      .map((key) => manifest[key].file),
  )
  // Loaded once a person has resolved a conversation.
  const rating = new Set([(manifest[ratingKey] ?? missing(ratingKey)).file])
  return [
    { name: 'loader and launcher', bytes: sizeOf(loader), limit: 3 * KB },
    { name: 'core: text and buttons', bytes: sizeOf(core), limit: 20 * KB },
    ...views.map((key) => ({
      name: key.slice('src/inputs/'.length, -'.tsx'.length),
      bytes: sizeOf(without(without(withImports(manifest, [key]), core), loader)),
      limit: (key.includes('date') ? 12 : 6) * KB,
    })),
    { name: 'talking to a person', bytes: sizeOf(people), limit: 2.5 * KB },
    { name: 'rating a conversation', bytes: sizeOf(rating), limit: KB },
    {
      name: 'everything but that, in one language',
      bytes: sizeOf(without(without(without(all, languages), people), rating)),
      limit: 60 * KB,
    },
  ]
}

/** The files of entries with all that they import at once. */
function withImports(manifest, keys, files = new Set()) {
  for (const key of keys) {
    const { file, imports = [] } = manifest[key] ?? missing(key)
    if (files.has(file)) continue
    files.add(file)
    withImports(manifest, imports, files)
  }
  return files
}

function missing(key) {
  throw new Error(`The build has no ${key}: the sizes cannot be measured.`)
}

const without = (files, others) => new Set([...files].filter((file) => !others.has(file)))

const sizeOf = (files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0)

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sizes = measureSizes()
  for (const { name, bytes, limit } of sizes)
    console.log(
      `${bytes > limit ? 'FAIL' : 'ok  '}  ${(bytes / KB).toFixed(2).padStart(6)} of ${limit / KB} KB  ${name}`,
    )
  process.exitCode = sizes.some(({ bytes, limit }) => bytes > limit) ? 1 : 0
}
