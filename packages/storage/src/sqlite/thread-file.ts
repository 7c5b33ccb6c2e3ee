import { existsSync } from 'node:fs'

/**
 * The program of a thread, beside this file. Threads cannot run TypeScript on every Node.js that we support: where this file runs from its
 * source, theirs is the built one.
 */
export function threadFile(name: string): URL {
  const beside = new URL(`./${name}.js`, import.meta.url)
  const built = new URL(beside.href.replace(/\/src\/sqlite\/([^/]+)$/, '/dist/sqlite/$1'))
  const file = [beside, built].find((one) => existsSync(one))
  if (file === undefined) throw new Error(`${built.pathname} is missing: run \`npm run build\`.`)
  return file
}
