/**
 * Finds pairs of top-level folders of one package that import each other, tests aside; a file directly in `src` counts as a folder. The
 * rules of dependency-cruiser for whole folders count nested folders apart from the ones that they are in, which import each other freely.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './root.mjs'

/** Returns one line for each pair. */
export const checkFolders = (files, read) =>
  Object.entries(mutualFolders(files, read)).flatMap(([name, pairs]) =>
    pairs.map((pair) => `packages/${name}: ${pair} import each other. Move what both need to the lower folder.`),
  )

/** Returns the pairs by package. */
function mutualFolders(files, read = (file) => readFileSync(file, 'utf8')) {
  const imports = new Map()
  for (const file of files) {
    const [, name, path] =
      /^(?:packages|lab)\/([^/]+)\/src\/(.+)$/.exec(relative(root, file).replaceAll('\\', '/')) ?? []
    if (path === undefined || /\.test\.tsx?$/.test(path)) continue
    for (const [, specifier] of read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)) {
      const target = join(dirname(path), specifier)
      if (target.startsWith('..') || folderOf(target) === folderOf(path)) continue
      if (!imports.has(name)) imports.set(name, new Set())
      imports.get(name).add(`${folderOf(path)} ${folderOf(target)}`)
    }
  }
  const pairs = [...imports].map(([name, edges]) => {
    const mutual = [...edges].map((edge) => edge.split(' ')).filter(([a, b]) => a < b && edges.has(`${b} ${a}`))
    return [name, mutual.map(([a, b]) => `${a} and ${b}`).sort()]
  })
  return Object.fromEntries(pairs.filter(([, mutual]) => mutual.length > 0).sort())
}

const folderOf = (path) => path.split('/')[0].replace(/\.(?:js|tsx?)$/, '')
