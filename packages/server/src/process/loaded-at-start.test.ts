import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const main = join(import.meta.dirname, '..', 'main.ts')

/** Writes the address of each module to a file. */
const loader = `
  import { appendFileSync } from 'node:fs'
  let file
  export function initialize(given) { file = given }
  export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context)
    appendFileSync(file, resolved.url + '\\n')
    return resolved
  }`

/** Packages of others that the program of the service loads before anybody uses it. */
async function loadedPackages(): Promise<Set<string | undefined>> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-loaded-'))
  try {
    const file = join(folder, 'modules')
    const hooks = `data:text/javascript,${encodeURIComponent(loader)}`
    const program = `
      import { register } from 'node:module'
      register(${JSON.stringify(hooks)}, { data: ${JSON.stringify(file)} })
      await import(${JSON.stringify(main)})
      process.exit()`
    const args = ['--import=tsx', '--conditions=development', '--input-type=module', '--eval', program]
    await promisify(execFile)(process.execPath, args)
    const addresses = readFileSync(file, 'utf8').split('\n')
    return new Set(addresses.map((address) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(address)?.[1]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the program loads no code for PostgreSQL, models, uploads, exports, tests or emails before it is needed', async () => {
  const loaded = await loadedPackages()
  expect(loaded).toContain('fastify')
  const onDemand = [
    'pg',
    'file-type',
    'csv-stringify',
    'yazl',
    'yaml',
    'nodemailer',
    'undici',
    'koffi',
    'quickjs-emscripten-core',
  ]
  expect(onDemand.filter((name) => loaded.has(name))).toEqual([])
  expect([...loaded].filter((name) => name?.startsWith('@ai-sdk/'))).toEqual([])
})
