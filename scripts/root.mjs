/** The repository's folder and its packages, found from this file and not from where the command was typed. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages of scripts alone or of tests alone: they run from their sources, and no install brings them. */
const notBuilt = ['bench', 'reliability', 'test-kit']

/** Names of the packages that are compiled. */
export const packageNames = () => allPackageNames().filter((name) => !notBuilt.includes(name))

/** Names of the packages in `packages/` and of those in `lab/`, which test and measure the product and are no part of it. */
export const allPackageNames = () => ['packages', 'lab'].flatMap(packagesIn).sort()

/** Full path of the folder of a package. */
export const folderOf = (name) => join(root, packagesIn('lab').includes(name) ? 'lab' : 'packages', name)

const packagesIn = (parent) =>
  readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, parent, entry.name, 'package.json')))
    .map((entry) => entry.name)

/** Every file under a folder, as full paths in a stable order; a folder that is missing has none. */
export function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && entry.name !== 'dist')
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(path) : [path]
    })
    .sort()
}

const typeScriptOf = (name) => filesUnder(join(folderOf(name), 'src')).filter((path) => /\.tsx?$/.test(path))

/** The TypeScript of all packages, with their tests. */
export const sourcesAndTests = () => allPackageNames().flatMap(typeScriptOf)

/** The sources of a package that ship: no tests and no test helpers. */
export const shippedSources = (name) =>
  typeScriptOf(name).filter((path) => !/\.test\.tsx?$|[/\\]src[/\\]testing/.test(path))
