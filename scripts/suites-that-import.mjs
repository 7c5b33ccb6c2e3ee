/** Finds test files by what they import. Only Node's own modules: it runs before anything is installed. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { allPackageNames, filesUnder, root } from './root.mjs'

/** Paths, from the repository's folder, of the test files that import the module themselves or through files of their own package. */
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
    .flatMap((name) => filesUnder(join(root, 'packages', name, 'src')))
    .filter((file) => /\.test\.tsx?$/.test(file) && reaches(file, new Set()))
    .map((file) => relative(root, file))
}

const importOrExport = /^\s*(?:import|export)\s+(?!type\b)(?:[^'"();]*?\bfrom\s*)?['"]([^'"]+)['"]/gm

/** Full paths of the files that a file imports, and names of packages. Imports of types alone do not count. */
function readImports(file) {
  if (!/\.[jt]sx?$/.test(file) || !existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(importOrExport)].map(([, path]) =>
    path.startsWith('.') ? sourceOf(join(dirname(file), path)) : path,
  )
}

const sourceOf = (path) =>
  ['.ts', '.tsx'].map((end) => path.replace(/\.jsx?$/, end)).find((one) => existsSync(one)) ?? path
