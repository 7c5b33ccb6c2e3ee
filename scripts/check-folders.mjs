/**
 * Finds pairs of top-level folders of one package that import each other, tests aside; a file directly in `src` counts as a folder.
 * `scripts/mutual-folders.json` lists those that are allowed: another pair fails the check, and so does a listed one that is gone, so that
 * the list only becomes shorter.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from './root.mjs'

const listPath = join(root, 'scripts/mutual-folders.json')

/** Resolves to one line for each problem; `listed` has the allowed pairs by package. */
export function checkFolders(files, listed = JSON.parse(readFileSync(listPath, 'utf8'))) {
  const found = mutualFolders(files)
  const names = [...new Set([...Object.keys(found), ...Object.keys(listed)])]
  return names.flatMap((name) => {
    const [now, before] = [found[name] ?? [], listed[name] ?? []]
    return [
      ...now
        .filter((pair) => !before.includes(pair))
        .map((pair) => `packages/${name}: ${pair} import each other now. Move what both need to the lower folder.`),
      ...before
        .filter((pair) => !now.includes(pair))
        .map((pair) => `scripts/mutual-folders.json: ${name} no longer has the pair ${pair}. Remove it.`),
    ]
  })
}

/** Returns the pairs by package. */
export function mutualFolders(files, read = (file) => readFileSync(file, 'utf8')) {
  const imports = new Map()
  for (const file of files) {
    const [, name, path] = /^packages\/([^/]+)\/src\/(.+)$/.exec(relative(root, file).replaceAll('\\', '/')) ?? []
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
