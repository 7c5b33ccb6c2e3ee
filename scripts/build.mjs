/**
 * `npm run build`: turns the packages into JavaScript and bundles what browsers get, when a source is newer than what was built.
 * It leaves types to `npm run check`. Only Node's own modules may be imported at the top: packages may not be installed yet.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesUnder, packageNames, root, shippedSources } from './root.mjs'
import { runTool } from './run-command.mjs'

/** What is bundled: the package, the file that its bundle begins with, what describes it, and the packages that go into it. */
const bundles = [
  { name: 'widget', file: 'browser/widget.js', config: 'vite.config.ts', reads: ['channels', 'chat', 'flow'] },
  { name: 'widget', file: 'page/page.js', config: 'vite.page.config.ts', reads: ['channels', 'chat', 'flow'] },
  {
    name: 'builder',
    file: 'browser/index.html',
    config: 'vite.config.ts',
    reads: ['permissions', 'channels', 'flow', 'chat', 'engine', 'blocks', 'prove', 'api', 'sdk', 'templates'],
  },
].map((one) => ({ ...one, entry: join(root, 'packages', one.name, 'dist', one.file) }))

/**
 * Builds if a source, package.json or tsconfig has changed since the last good build, telling about it through `say`. Asking costs some
 * milliseconds, where the compiler would need a second to find nothing to do.
 */
export async function ensureBuilt(say = console.log) {
  const shared = ['package.json', 'scripts/build.mjs', ...configsOf('.')]
  const inputs = [...shared, ...docsInputs(), ...packageNames().flatMap(inputsOf)]
  await ifStale('node_modules/.colloquy-dist-stamp', inputs, isBuilt, async () => {
    const started = performance.now()
    say('Building...')
    // Bundles read what is compiled of other packages.
    const compiled = compile()
    await Promise.all([compiled, ensureDocs(), ...bundles.map((one) => compiled.then(() => bundle(one)))])
    say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
  })
}

/** Makes something unless it is there and was made of the same inputs: paths, sizes and times of change, which a stamp keeps. */
async function ifStale(stamp, inputs, isThere, make) {
  const stampFile = join(root, stamp)
  const hash = createHash('sha256')
  for (const path of [...inputs, 'package-lock.json']) {
    const file = statSync(join(root, path), { throwIfNoEntry: false })
    hash.update(`${path} ${file?.size} ${file?.mtimeMs}\n`)
  }
  const fingerprint = hash.digest('hex')
  if (isThere() && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint) return
  rmSync(stampFile, { force: true })
  await make()
  if (!isThere()) throw new Error(`The build made no files (${stamp}): remove packages/*/dist and start again.`)
  writeFileSync(stampFile, fingerprint)
}

/** What the service runs. Browsers get the packages that are bundled, and those that are published by themselves are built by `tsc`. */
export const nodePackages = () =>
  packageNames().filter((name) => !bundles.some((one) => one.name === name) && manifestOf(name).private)

/**
 * Bundles the sources of each package for Node.js into few files, because a start would spend half of its time on finding and reading
 * a thousand. Packages stay apart, and code that is imported on demand gets a separate file. Removes the previous build.
 */
async function compile() {
  const { build } = await import('esbuild')
  for (const name of nodePackages()) {
    const outdir = join(root, 'packages', name, 'dist')
    for (const entry of existsSync(outdir) ? readdirSync(outdir) : [])
      if (!keptEntries.includes(entry)) rmSync(join(outdir, entry), { recursive: true })
    const { outputFiles } = await build({
      entryPoints: entriesOf(name),
      outdir,
      outbase: join(root, 'packages', name, 'src'),
      chunkNames: 'chunks/[name]-[hash]',
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      sourcemap: true,
      logLevel: 'silent',
      bundle: true,
      splitting: true,
      packages: 'external',
      plugins: [{ name: 'addresses', setup: keepAddresses }],
      write: false,
    }).catch((error) => {
      throw new Error(`The build failed:\n${error.message}`)
    })
    for (const { path, text } of outputFiles) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, withRelativeImports(path, text))
    }
  }
}

/** Sources that others start from: those that the package exports, programs, and scripts of threads and processes. */
function entriesOf(name) {
  const exported = Object.values(manifestOf(name).exports ?? {}).flatMap(({ default: file }) => file ?? [])
  const sources = exported.map((file) => sourceOf(join(root, 'packages', name, file)))
  const programs = shippedSources(name).filter((path) => /[/\\](main|[^/\\]+-(thread|process))\.ts$/.test(path))
  return [...new Set([...sources, ...programs])]
}

/** Resolves packages of ours to their files, and lets sources find files by the address that they would have alone. */
function keepAddresses({ onResolve, onLoad }) {
  onResolve({ filter: /^@colloquy\// }, ({ path }) => {
    const [, name, entry] = /^@colloquy\/([^/]+)(.*)$/.exec(path)
    return { path: join(root, 'packages', name, manifestOf(name).exports[`.${entry}`].default), external: true }
  })
  onLoad({ filter: /[/\\]packages[/\\][^/\\]+[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
    const [, location] = /[/\\]src[/\\](.*)\.ts$/.exec(path)
    const address = `import.meta.url.replace(/(.*\\/dist\\/).*/, '$1${location.replaceAll('\\', '/')}.js')`
    return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', () => address), loader: 'ts' }
  })
}

/** Packages find each other where no `node_modules` leads to them, as in the installable package. */
function withRelativeImports(path, text) {
  if (!path.endsWith('.js')) return text
  const imports = /(?<=^(?:import|export)[^"]*?"|import\(")[^"]+(?=")/gm
  return text.replace(imports, (file) =>
    isAbsolute(file) ? relative(dirname(path), file).replaceAll('\\', '/') : file,
  )
}

const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))

/** What others than `compile` write into `dist`: `tsc`, and the build of the documentation. */
const keptEntries = ['types', '.tsbuildinfo', 'docs', '.docs-stamp']

const docsEntry = join(root, 'packages/server/dist/docs/index.html')
const areDocsThere = () => existsSync(docsEntry)

const ensureDocs = () =>
  ifStale('packages/server/dist/.docs-stamp', docsInputs(), areDocsThere, async () => {
    const { buildDocs } = await import('../docs-site/build-docs.mjs')
    await buildDocs().catch((error) => {
      throw new Error(`The documentation could not be built:\n${error.message}`)
    })
  })

function docsInputs() {
  const folders = ['docs', 'docs-site'].flatMap((folder) => filesUnder(join(root, folder)))
  const others = readFileSync(join(root, 'docs/navigation.json'), 'utf8').matchAll(/(?<="\.\.\/)[^"]+/g)
  return [...folders.map((path) => relative(root, path)), ...[...others].map(([path]) => path)]
}

function bundle({ name, file, config, entry, reads }) {
  const stamp = `packages/${name}/dist/.${file.replace('/', '-')}-stamp`
  const inputs = [name, ...reads].flatMap(inputsOf)
  return ifStale(
    stamp,
    inputs,
    () => existsSync(entry),
    async () => {
      const args = ['build', `packages/${name}`, '--config', `packages/${name}/${config}`, '--logLevel', 'warn']
      // Tests that build have another one, which Vite takes for the kind of the build.
      const env = { ...process.env, NODE_ENV: 'production' }
      const { code, output } = await runTool('vite/bin/vite.js', args, { env })
      if (code !== 0) throw new Error(`${file} of the ${name} could not be bundled:\n${output.trim()}`)
    },
  )
}

function inputsOf(name) {
  const folder = join('packages', name)
  const inside = ['src', 'public'].flatMap((part) => filesUnder(join(root, folder, part)))
  const sources = inside.map((path) => relative(root, path))
  const config = ['package.json', 'vite.config.ts', 'vite.chunks.ts', 'vite.page.config.ts', 'index.html'].map((file) =>
    join(folder, file),
  )
  return [...config, ...configsOf(folder), ...sources]
}

const isBuilt = () =>
  areDocsThere() &&
  bundles.every(({ entry }) => existsSync(entry)) &&
  nodePackages().every((name) => entriesOf(name).every((path) => existsSync(outputOf(path))))

const outputOf = (source) => source.replace(/([/\\]packages[/\\][^/\\]+[/\\])src([/\\].*)\.ts$/, '$1dist$2.js')
const sourceOf = (output) => output.replace(/([/\\]packages[/\\][^/\\]+[/\\])dist([/\\].*)\.js$/, '$1src$2.ts')

const configsOf = (folder) =>
  readdirSync(join(root, folder)).flatMap((name) => (/^tsconfig(\.\w+)?\.json$/.test(name) ? join(folder, name) : []))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
