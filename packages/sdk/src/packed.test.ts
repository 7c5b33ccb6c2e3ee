import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asks, flowOf, says } from '../../widget/src/testing/flow-of.js'
import { ownerToken, type RunningService, runService } from '../../widget/src/testing/running-service.js'
import { writePackage } from './testing/write-package.js'

const run = promisify(execFile)
const shell = process.platform === 'win32'
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

let folder: string
let app: string
let packed: string[]
let service: RunningService

/** An empty application with only the packed package. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-sdk-'))
  app = join(folder, 'app')
  await writePackage(join(folder, 'package'))
  const { stdout } = await run('npm', ['pack', './package', '--json'], { cwd: folder, shell })
  const [{ filename, files }] = JSON.parse(stdout)
  packed = files.map((file: { path: string }) => file.path)
  await mkdir(app)
  const dependencies = { '@colloquy/sdk': `file:../${filename}` }
  await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  await run('npm', ['install', ...options], { cwd: app, shell })
  service = await runService()
}, 240_000)
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

/** A program as users write it; comments mark the expected compile errors. */
const sample = `
import { ApiError, createClient, paginate, readLines } from '@colloquy/sdk'
import type { components } from '@colloquy/sdk/schema'

const [baseUrl = '', token = '', workspaceId = '', botId = ''] = process.argv.slice(2)
const client = createClient({ baseUrl, token })

const { bots } = await client.listBots({ workspaceId })
const { bot }: { bot: components['schemas']['Bot'] } = await client.getBot({ botId })
const started = await client.startChat({ publicId: bot.publicId ?? bot.id })
const next = await client.continueChat({ sessionId: started.sessionId, message: 'Ada' })
const exported: string[] = []
const file = await client.exportResults({ botId, format: 'ndjson', timeFilter: 'allTime' })
for await (const line of readLines(file)) exported.push(line)
const answers: string[] = []
for await (const result of paginate(client.listResults, { botId, limit: 1 }))
  answers.push(...result.answers.map(({ content }) => content))
let code = ''
try {
  await client.getBot({ botId: 'missing' })
} catch (error) {
  if (error instanceof ApiError && error.code === 'bot_not_found') code = error.code
}
await client.deleteBot({ botId })

export const mistakes = async () => {
  // @ts-expect-error: a parameter is missing
  await client.getBot({})
  // @ts-expect-error: there is no such parameter
  await client.listBots({ workspaceId, owner: 'me' })
  // @ts-expect-error: it is a text
  await client.continueChat({ sessionId: 1 })
  // @ts-expect-error: responses have no such property
  return (await client.getBot({ botId })).name
}
console.log(JSON.stringify({ names: bots.map(({ name }) => name), first: started.messages.length, next: next.messages.length, exported: exported.length, answers, code }))
`

test('the package holds one script, its declarations and its page, and nothing else', () => {
  const names = ['api-error', 'call-types', 'calls', 'client', 'index', 'paginate', 'read-stream', 'schema']
  const declarations = names.map((name) => `${name}.d.ts`)
  expect(packed.toSorted()).toEqual(['LICENSE', 'README.md', ...declarations, 'index.js', 'package.json'].toSorted())
})

test('a program type-checks and runs with nothing but the package', async () => {
  const { id } = await service.publish(flowOf('greeter', [says('Your name?'), asks('text input'), says('Hello')]))
  await writeFile(join(app, 'sample.ts'), `declare const process: { argv: string[] }\n${sample}`)
  const compilerOptions = { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'], types: [] }
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['sample.ts'] }))
  const compiled = run(process.execPath, [compiler, '-p', '.'], { cwd: app })
  await expect(compiled.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: '' })
  const { stdout } = await run(process.execPath, ['sample.js', service.url, ownerToken, service.workspaceId, id], {
    cwd: app,
  })
  expect(JSON.parse(stdout)).toEqual({
    names: ['Bot greeter'],
    first: 1,
    next: 1,
    exported: 1,
    answers: ['Ada'],
    code: 'bot_not_found',
  })
})
