import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileProblems } from '../testing/compile-problems.js'
import { openApiDocument } from './document.js'
import { asOpenApi30 } from './openapi-3-0.js'

const tool = join(import.meta.dirname, '..', '..', 'openapi-generator')
const jar = join(tool, 'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'colloquy-generator-'))
  if (!existsSync(jar)) execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tool })
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('a client made by openapi-generator of the description as OpenAPI 3.0 compiles, and has the fields of chats', () => {
  const description = join(folder, 'openapi.json')
  writeFileSync(description, JSON.stringify(asOpenApi30(openApiDocument('https://bots.example'))))
  const output = join(folder, 'client')
  const java = process.env.TEST_JAVA ?? 'java'
  const options = [
    'generate',
    '-i',
    description,
    '-g',
    'typescript-fetch',
    '-o',
    output,
    '-p',
    'typescriptThreePlus=true',
  ]
  execFileSync(java, ['-jar', jar, ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
  const use = `
import { type Block, ChatApi, Configuration } from './client/index'
const chats = new ChatApi(new Configuration({ basePath: 'https://bots.example', accessToken: 'token' }))
export const ask = async (): Promise<string[]> => {
  const { sessionId } = await chats.startChat({ publicId: 'bot' })
  const { messages } = await chats.continueChat({ sessionId, continueChatBody: { message: 'Hi' } })
  return messages.map((message) => message.id)
}
export const placeholder = (block: Block) => (block.type === 'text input' ? block.options?.labels?.placeholder : undefined)
`
  writeFileSync(join(folder, 'use.ts'), use)
  expect(compileProblems(join(folder, 'use.ts'))).toEqual([])
}, 240_000)
