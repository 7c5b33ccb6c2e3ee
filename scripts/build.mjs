/**
 * `npm run build`: compiles the packages and bundles what browsers get, when a source is newer than what was built. Only Node's own
 * modules may be used here.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesUnder, packageNames, root } from './root.mjs'
import { runTool } from './run-command.mjs'

const stampFile = join(root, 'node_modules', '.colloquy-dist-stamp')

/** What is bundled: the package, the file that its bundle begins with, what describes it, and the packages that go into it. */
const bundles = [
  { name: 'widget', file: 'browser/widget.js', config: 'vite.config.ts', reads: ['chat', 'flow'] },
  { name: 'widget', file: 'page/page.js', config: 'vite.page.config.ts', reads: ['chat', 'flow'] },
  { name: 'builder', file: 'browser/index.html', config: 'vite.config.ts', reads: ['flow'] },
].map((one) => ({ ...one, entry: join(root, 'packages', one.name, 'dist', one.file) }))

/**
 * Builds if a source, package.json or tsconfig has changed since the last good build, telling about it through `say`.
 * Asking costs some milliseconds, where the compiler would need a second to find nothing to do.
 */
export async function ensureBuilt(say = console.log) {
  const before = stamp()
  if (isBuilt() && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === before) return
  const started = performance.now()
  say('Building...')
  rmSync(stampFile, { force: true })
  const { code, output } = await runTool('typescript/bin/tsc', ['-b'])
  if (code !== 0) throw new Error(`The build failed:\n${output.trim()}`)
  for (const one of bundles) await bundle(one)
  if (!isBuilt()) throw new Error('The build made no files for some packages: remove packages/*/dist and start again.')
  writeFileSync(stampFile, before)
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

/** Makes one bundle of a package, unless what is there was made of the same sources. */
async function bundle({ name, file, config, entry, reads }) {
  const stampFile = join(root, 'packages', name, 'dist', `.${file.replace('/', '-')}-stamp`)
  const before = fingerprint([...[name, ...reads].flatMap(inputsOf), 'package-lock.json'])
  if (existsSync(entry) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === before) return
  const args = ['build', `packages/${name}`, '--config', `packages/${name}/${config}`, '--logLevel', 'warn']
  const { code, output } = await runTool('vite/bin/vite.js', args)
  if (code !== 0 || !existsSync(entry))
    throw new Error(`${file} of the ${name} could not be bundled:\n${output.trim()}`)
  writeFileSync(stampFile, before)
}

/** A fingerprint of everything that the build reads: path, size and time of change of each file. */
function stamp() {
  const shared = ['package.json', 'package-lock.json', ...configsOf('.')]
  return fingerprint([...shared, ...packageNames().flatMap(inputsOf)])
}

function inputsOf(name) {
  const folder = join('packages', name)
  const inside = ['src', 'public'].flatMap((part) => filesUnder(join(root, folder, part)))
  const sources = inside.map((path) => relative(root, path))
  const config = ['package.json', 'vite.config.ts', 'vite.page.config.ts', 'index.html'].map((file) =>
    join(folder, file),
  )
  return [...config, ...configsOf(folder), ...sources]
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    const file = statSync(join(root, path), { throwIfNoEntry: false })
    hash.update(`${path} ${file?.size} ${file?.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** Every package has its build record, and so its output. */
const isBuilt = () =>
  bundles.every(({ entry }) => existsSync(entry)) &&
  packageNames().every((name) => existsSync(join(root, 'packages', name, 'dist', '.tsbuildinfo')))

function configsOf(folder) {
  const names = ['tsconfig.json', 'tsconfig.base.json', 'tsconfig.node.json', 'tsconfig.pure.json', 'tsconfig.dom.json']
  return names.map((name) => join(folder, name)).filter((path) => existsSync(join(root, path)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
