import { existsSync } from 'node:fs'

/**
 * Location of a thread's script, beside this file. Not every supported Node.js can run TypeScript in threads, so the built script is used
 * if this file runs from its source.
 */
export function threadFile(name: string): URL {
  const beside = new URL(`./${name}.js`, import.meta.url)
  const built = new URL(beside.href.replace(/\/src\/sqlite\/([^/]+)$/, '/dist/sqlite/$1'))
  const file = [beside, built].find((one) => existsSync(one))
  if (file === undefined) throw new Error(`${built.pathname} is missing: run \`npm run build\`.`)
  return file
}
