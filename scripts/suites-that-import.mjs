/** Finds test files by what they import. Only Node's own modules: it runs before anything is installed. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { allPackageNames, filesUnder, folderOf, root } from './root.mjs'

/** Paths, from the repository's folder, of the test files that import the module themselves or through other files of the repository. */
export function suitesThatImport(moduleName) {
  const importsByFile = new Map()
  const importsOf = (file) => {
    if (!importsByFile.has(file)) importsByFile.set(file, readImports(file))
    return importsByFile.get(file)
  }
  const reaches = (file, seen) => {
    if (seen.has(file)) return false
    seen.add(file)
    return importsOf(file).some((path) => path === moduleName || reaches(path, seen))
  }
  return allPackageNames()
    .flatMap((name) => filesUnder(join(folderOf(name), 'src')))
    .filter((file) => /\.test\.tsx?$/.test(file) && reaches(file, new Set()))
    .map((file) => relative(root, file))
}

const importOrExport = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"();]*?\bfrom\s*)?['"]([^'"]+)['"]/gm

/** Full paths of the files that a file imports, and names of packages of others. Imports of types alone do not count. */
function readImports(file) {
  if (!/\.[jt]sx?$/.test(file) || !existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(importOrExport)].map(([, path]) =>
    path.startsWith('.') ? sourceOf(join(dirname(file), path)) : (sourceInPackage(path) ?? path),
  )
}

/** `packages/test-kit/src/growth.ts` for `@colloquy/test-kit/growth`, as a full path; undefined for packages of others. */
function sourceInPackage(path) {
  const [, name, rest] = /^@colloquy\/([^/]+)(.*)$/.exec(path) ?? []
  if (name === undefined || !allPackageNames().includes(name)) return undefined
  const folder = folderOf(name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const source = exports[`.${rest}`]?.development ?? exports['./*']?.development.replace('*', rest.slice(1))
  return source && join(folder, source)
}

const sourceOf = (path) =>
  ['.ts', '.tsx'].map((end) => path.replace(/\.jsx?$/, end)).find((one) => existsSync(one)) ?? path
