import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../..')
const sources = [join(folder, 'src/main.ts'), '--import=tsx', '--conditions=development'] as const
const built = [join(folder, 'dist/main.js')] as const

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

/** Addresses of the modules that a program of the service loads before anybody uses it. */
async function loadedModules([program, ...options]: readonly [string, ...string[]]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'colloquy-loaded-'))
  try {
    const file = join(folder, 'modules')
    const hooks = `data:text/javascript,${encodeURIComponent(loader)}`
    const code = `
      import { register } from 'node:module'
      register(${JSON.stringify(hooks)}, { data: ${JSON.stringify(file)} })
      await import(${JSON.stringify(program)})
      process.exit()`
    await promisify(execFile)(process.execPath, [...options, '--input-type=module', '--eval', code])
    return [...new Set(readFileSync(file, 'utf8').split('\n'))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each([
  ['as written', sources],
  ['as built', built],
])(
  'the program %s loads no code for PostgreSQL, models, uploads, exports, tests or emails before it is needed',
  async (_, program) => {
    const modules = await loadedModules(program)
    const loaded = new Set(modules.map((address) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(address)?.[1]))
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
  },
)

test('the built program is in few files, so that finding and reading them does not slow a start down', async () => {
  const ours = (await loadedModules(built)).filter((address) => /\/packages\/[^/]+\/dist\//.test(address))
  expect(ours.length).toBeGreaterThan(0)
  expect(ours.length).toBeLessThan(100)
})
