import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Endpoint, earlierEndpoints, endpoints, openApiDocument } from '@colloquy/api'
import { build } from 'esbuild'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { operations } from '../operations.js'

const sources = fileURLToPath(new URL('..', import.meta.url))
const root = join(sources, '../../..')

/** Modules with type declarations in the package; those of `calls.ts` are generated, without the schemas that they are inferred from. */
const declared = ['api-error', 'call-types', 'client', 'index', 'paginate', 'read-stream']

/** Writes the package into a folder as it is published: one script without imports, and plain declarations. */
export async function writePackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await build({
    entryPoints: [join(sources, 'index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'silent',
  })
  for (const name of declared) {
    const source = await readFile(join(sources, `${name}.ts`), 'utf8')
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, { fileName: `${name}.ts` })
    if (diagnostics.length > 0) throw new Error(`${name}.ts: ${ts.formatDiagnostics(diagnostics, host)}`)
    await writeFile(join(folder, `${name}.d.ts`), outputText)
  }
  const document = structuredClone(openApiDocument('https://bots.example.com'))
  await writeFile(
    join(folder, 'schema.d.ts'),
    astToString(await openapiTypeScript(JSON.stringify(document), { silent: true })),
  )
  await writeFile(join(folder, 'calls.d.ts'), callsModule())
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
  await copyFile(join(sources, '../README.md'), join(folder, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

const host = {
  getCurrentDirectory: () => sources,
  getCanonicalFileName: (name: string) => name,
  getNewLine: () => '\n',
}

async function manifest() {
  const { name, version, type, license, description, sideEffects } = JSON.parse(
    await readFile(join(sources, '../package.json'), 'utf8'),
  )
  const exports = { '.': { types: './index.d.ts', default: './index.js' }, './schema': { types: './schema.d.ts' } }
  return { name, version, type, license, description, sideEffects, engines: { node: '>=20' }, exports }
}

/** The declarations of `calls.ts`, written with the types that describe the OpenAPI document. */
function callsModule(): string {
  const calls = [...Object.values(endpoints), ...earlierEndpoints].map((endpoint: Endpoint) => {
    const { id, summary, takesFile, successor } = endpoint
    const marks = operations[id as keyof typeof operations]
    const body = takesFile ? "RequestInit['body']" : `Json<operations['${id}']['requestBody']>`
    const input = `In<'${id}', 'path'> & In<'${id}', 'query'> & ${/^\w+\W*@/.test(marks) ? `{ body: ${body} }` : body}`
    const response = /^\w+\W*\*/.test(marks) ? 'Response' : `Answer<'${id}'>`
    const comment = successor === undefined ? summary.replaceAll('*/', '') : `@deprecated Use \`${successor}\`.`
    return `  /** ${comment} */\n  ${id}: Call<${input}, ${response}>\n`
  })
  return `import type { Call } from './call-types.js'
import type { components, operations } from './schema.js'
export type ErrorCode = components['schemas']['Error']['code']
type Known<Type> = [Type] extends [never] ? unknown : Type
type In<Id extends keyof operations, Part extends 'path' | 'query'> = Known<NonNullable<operations[Id]['parameters'][Part]>>
type Json<Content> = NonNullable<Content> extends { content: { 'application/json': infer Body } } ? Known<Body> : unknown
type Answer<Id extends keyof operations> = operations[Id]['responses'] extends { 200: { content: { 'application/json': infer Body } } } ? Body : undefined
/** The operations of the API. */
export interface Calls {
${calls.join('')}}
`
}

const [, script, folder] = process.argv
if (script === fileURLToPath(import.meta.url)) {
  if (folder === undefined) throw new Error('Usage: npm run package -w packages/sdk -- <folder>')
  await writePackage(folder)
}
