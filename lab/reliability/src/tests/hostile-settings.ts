import { createServer } from 'node:net'
import { randomFrom } from '@colloquy/engine'
import {
  type BlockType,
  blockSchemas,
  type CredentialsType,
  credentialsKinds,
  credentialsTypes,
  integrationActions,
  integrationOptionsSchema,
  settingsSchema,
} from '@colloquy/flow'
import { integrationTypes } from '@colloquy/flow/integrations'
import { openEgress } from '@colloquy/ports/egress'
import { defaultLimits } from '@colloquy/server/limits'
import { askingBot, type TestService, testService } from '@colloquy/server/testing'
import { openStorageAt } from '@colloquy/server/testing/process'
import fc from 'fast-check'
import * as z from 'zod'
import { counted } from '../counts.js'
import { arbitraryOfJsonSchema, type JsonSchema } from '../harness/arbitrary-of-json-schema.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

/** Texts that a parser, a template or a protocol may stumble over. */
const hostileTexts = (port: number): readonly string[] => [
  '%',
  '%zz',
  '100 %',
  '%C3%28',
  'a\r\nX-Injected: b',
  '__proto__',
  'constructor.prototype',
  '(?<a>[',
  '\\',
  '/(/g',
  '(a+)+$',
  '{{',
  '}}{{=',
  '{{Name}}',
  '{{=Name.x.y}}',
  '${Name}',
  '$..a[?(@)]',
  'http://',
  'http://[::1',
  'https://a%zz:b@example.com:99999/%',
  `http://a%zz:b%@127.0.0.1:${port}/%zz?{{Name}}`,
  `http://127.0.0.1:${port}`,
  'data:text/html,%',
  '{"a":',
  '9'.repeat(400),
  '-1e999',
  '2026-02-31T99:99',
  '\u202e\u200b\ufeff',
  'e\u0301'.repeat(50),
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE bots; --",
  '=HYPERLINK("http://a")',
  'x'.repeat(9_000),
  '',
  ' ',
  '\u0000',
  '\ud800',
]

/**
 * Stores hostile texts in every field of credentials, settings and blocks, and has each block that was stored take a turn and a reply.
 * The service may reject them, but no answer may be a failure of the service, and nothing may be thrown that nobody catches.
 */
export async function storeHostileSettings(options: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const { folder, newData, seed, goesOn } = options
  // Takes connections, so that calls get as far as a proxy or a server.
  const listener = createServer((socket) => socket.on('error', () => {}).end()).unref()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  const egress = openEgress({ limits: defaultLimits, allow: [`127.0.0.1:${port}`], lookup: async () => ['127.0.0.1'] })
  const open = async () => openStorageAt((await newData(folder)).storage)
  const service = await testService({}, { ports: { egress }, open })
  const problems: string[] = []
  const uncaught = (error: unknown) => problems.push(`Nobody caught ${error instanceof Error ? error.stack : error}`)
  process.on('uncaughtException', uncaught).on('unhandledRejection', uncaught)
  const world: World = { service, texts: hostileTexts(port), credentials: new Map() }
  let tries = 0
  let turns = 0
  try {
    for (; problems.length < 20 && goesOn(tries); tries++) {
      const said = (what: string) => problems.push(`--seed ${seed}, try ${tries}: ${what}`)
      turns += await oneTry(world, seed + tries, tries).catch((error: Error) => {
        said(error.message.slice(0, 500))
        return 0
      })
    }
  } finally {
    process.off('uncaughtException', uncaught).off('unhandledRejection', uncaught)
    await service.close()
    listener.close()
  }
  if (turns < tries / 4) problems.push(`Only ${turns} turns were taken in ${tries} tries: that tries little.`)
  return { tries, counts: counted`${tries} settings with hostile texts, ${turns} turns`, problems }
}

interface World {
  service: TestService
  texts: readonly string[]
  /** Stored credentials by their type. */
  credentials: Map<string, string>
}

const blockTypes = Object.keys(blockSchemas) as BlockType[]

/** Each block type in turn, and before it credentials of each type in turn. Returns how many turns were taken. */
async function oneTry(world: World, seed: number, number: number): Promise<number> {
  const type = credentialsTypes[number % credentialsTypes.length] as CredentialsType
  const data = sample(world, seed, credentialsKinds[type].data)
  if (data !== undefined) await storeCredentials(world, type, data)
  const blockType = blockTypes[number % blockTypes.length] as BlockType
  const block = sampleBlock(world, seed, blockType)
  return block === undefined ? 0 : talk(world, { block, settings: sample(world, seed, settingsSchema) ?? {}, seed })
}

async function storeCredentials({ service, credentials }: World, type: CredentialsType, data: unknown): Promise<void> {
  const body = { workspaceId: service.workspaceId, credentials: { type, name: 'Hostile', data } }
  const response = await called(service, '/api/v1/credentials', body)
  if (response.status === 200) credentials.set(type, response.body.credentialsId)
}

async function talk(world: World, { block, settings, seed }: { block: object; settings: unknown; seed: number }) {
  const { service, texts } = world
  const bot = askingBot(`hostile-${seed}`, 1, settings as object)
  const blocks = bot.groups[0]?.blocks as object[]
  blocks.splice(1, 0, block)
  const made = await called(service, '/api/v1/bots', { workspaceId: service.workspaceId, bot })
  if (made.status !== 200) return 0
  const published = await called(service, `/api/v1/bots/${made.body.bot.id}/publish`)
  if (published.status !== 200) return 0
  const text = texts[seed % texts.length] as string
  const prefilledVariables = { Name: text }
  const started = await called(service, `/api/v1/bots/hostile-${seed}/startChat`, { prefilledVariables })
  if (started.status !== 200) return 0
  const { sessionId } = started.body
  const replied = await called(service, `/api/v1/sessions/${sessionId}/continueChat`, { message: text })
  return replied.status === 200 ? 2 : 1
}

/** Throws for an answer that is a failure of the service. */
async function called(service: TestService, url: string, body?: unknown) {
  const response = await service.call('POST', url, body)
  if (response.status >= 500) throw new Error(`${url}: ${response.status} for ${JSON.stringify(body)}`)
  return response
}

function sampleBlock(world: World, seed: number, type: BlockType): object | undefined {
  const isIntegrationType = (integrationTypes as readonly string[]).includes(type)
  if (!isIntegrationType) {
    const block = sample(world, seed, blockSchemas[type]) as object | undefined
    return block && { ...block, id: 'tried', type, outgoingEdgeId: undefined }
  }
  const actions = integrationActions(type as (typeof integrationTypes)[number])
  const action = actions[Math.floor(randomFrom(seed)() * actions.length)]
  const schema = integrationOptionsSchema(type, action)
  const options = schema && (sample(world, seed, schema) as object | undefined)
  return options && { id: 'tried', type, options: { ...options, action } }
}

/** A value that the schema takes, made of hostile texts and of ids that exist. */
function sample({ texts, credentials }: World, seed: number, schema: z.ZodType): unknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() }) as JsonSchema
  const textOf = (key: string) => {
    if (/^variableId$|VariableId$/.test(key)) return fc.constant('v1')
    const proxy = key === 'proxyCredentialsId' ? credentials.get('http proxy') : undefined
    if (proxy !== undefined) return fc.constant(proxy)
    if (/credentialsId$/i.test(key) && credentials.size > 0) return fc.constantFrom(...credentials.values())
    return fc.constantFrom(...texts)
  }
  const values = fc.sample(arbitraryOfJsonSchema(json, textOf), { seed, numRuns: 40 })
  return values.find((value) => schema.safeParse(value).success)
}
