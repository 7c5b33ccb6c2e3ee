import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypeScript, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileProblems } from '../testing/compile-problems.js'
import { openApiDocument } from './document.js'

/** Reads a bot and a chat with the generated types: blocks and messages are narrowed by their type. */
const use = (from: string, types: string) => `
import type { ${types} } from '${from}'
export const placeholders = (bot: Bot): string[] =>
  bot.groups.flatMap(({ blocks, isCollapsed, note }) =>
    isCollapsed || note?.colour === 'blue'
      ? []
      : blocks.flatMap((block) =>
          block.type === 'text input'
            ? [block.options?.labels?.placeholder ?? '']
            : block.type === 'Condition' ? block.items.map(({ id }) => id) : [],
        ),
  )
export const address = (message: ChatMessage): string | undefined =>
  message.type === 'image' ? message.content.url : undefined
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'colloquy-clients-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const document = () => structuredClone(openApiDocument('https://bots.example'))

test('types made by openapi-typescript compile, and distinguish blocks and messages', async () => {
  const schema = await openapiTypeScript(JSON.stringify(document()), { silent: true })
  const names = `\ntype S = components['schemas']\nexport type Bot = S['Bot']\nexport type ChatMessage = S['ChatMessage']\n`
  writeFileSync(join(folder, 'schema.ts'), astToString(schema) + names)
  writeFileSync(join(folder, 'use-schema.ts'), use('./schema.js', 'Bot, ChatMessage'))
  expect(compileProblems(join(folder, 'use-schema.ts'))).toEqual([])
}, 240_000)

test('a client made by @hey-api/openapi-ts compiles, and distinguishes blocks and messages', async () => {
  const output = join(folder, 'client')
  await createClient({
    input: document() as never,
    output,
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
  })
  const calls = `
import { continueChat, getBot } from './client/index.js'
export const ask = async () => {
  const { data, error } = await getBot({ path: { botId: 'b' } })
  const turn = await continueChat({ path: { sessionId: 's' }, body: { message: 'Hi' }, headers: { 'Idempotency-Key': 'k' } })
  return [data?.bot.name, error?.code === 'bot_not_found', turn.data?.messages.length]
}
`
  writeFileSync(join(folder, 'use-client.ts'), use('./client/index.js', 'Bot, ChatMessage') + calls)
  expect(compileProblems(join(folder, 'use-client.ts'))).toEqual([])
}, 240_000)
