/**
 * Around `npm pack`: `prepare` builds, and writes for as long as packing takes a package.json that names what the service needs
 * at run time, with npm-shrinkwrap.json, so that an installation has the versions that were tested. `restore` undoes that.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, nodePackages } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { runCommand } from './run-command.mjs'

const manifestFile = join(root, 'package.json')
const keptFile = join(root, '.package.json.before-pack')
const shrinkwrapFile = join(root, 'npm-shrinkwrap.json')

const steps = { prepare, restore }
const step = steps[process.argv[2]]
if (step === undefined) throw new Error(`Usage: node scripts/pack.mjs ${Object.keys(steps).join('|')}`)
await step()

async function prepare() {
  restore()
  await ensureInstalled(console.error)
  await ensureBuilt(console.error)
  const manifest = packedManifest()
  const shrinkwrap = await shrinkwrapOf(manifest)
  copyFileSync(manifestFile, keptFile)
  writeFileSync(shrinkwrapFile, shrinkwrap)
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
}

function restore() {
  if (existsSync(keptFile)) renameSync(keptFile, manifestFile)
  rmSync(shrinkwrapFile, { force: true })
}

/** The manifest without what is for development, and with what the packages for Node.js depend on. */
function packedManifest() {
  const { private: _, workspaces, devDependencies, overrides, scripts, ...manifest } = readJson(manifestFile)
  const needed = nodePackages().map((name) => readJson(join(root, 'packages', name, 'package.json')))
  return {
    ...manifest,
    dependencies: external(needed.map(({ dependencies }) => dependencies)),
    optionalDependencies: external(needed.map(({ optionalDependencies }) => optionalDependencies)),
    overrides: Object.fromEntries(Object.entries(overrides).filter(([, version]) => typeof version === 'string')),
  }
}

/** All that are not ours. */
function external(dependencies) {
  const all = Object.entries(Object.assign({}, ...dependencies))
  return Object.fromEntries(all.filter(([name]) => !name.startsWith('@colloquy/')))
}

/** The part of our lock file that the manifest needs: npm itself leaves out the rest. */
async function shrinkwrapOf(manifest) {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-pack-'))
  try {
    const lock = readJson(join(root, 'package-lock.json'))
    const packages = Object.entries(lock.packages).filter(([path]) => path.startsWith('node_modules/'))
    const isOurs = ([, { link }]) => link === true
    lock.packages = { '': manifest, ...Object.fromEntries(packages.filter((entry) => !isOurs(entry))) }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const args = ['install', '--prefix', folder, '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']
    const { code, output } = await runCommand('npm', args)
    if (code !== 0) throw new Error(`npm could not make the list of versions:\n${output}`)
    return readFileSync(join(folder, 'package-lock.json'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
