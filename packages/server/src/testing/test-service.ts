import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@colloquy/permissions'
import type { Quotas, Storage, TokenScope } from '@colloquy/storage'
import { openTestStorage, rowsWith } from '@colloquy/storage/testing'
import { refusePlantedSecrets } from '@colloquy/test-kit/planted-secrets'
import { hashToken } from '../access/auth.js'
import { ensureFirstOwner } from '../access/first-owner.js'
import { type AppOptions, buildApp } from '../app.js'
import { readConfig } from '../config/config.js'
import type { FindGenerate } from '../generations/generations.js'
import { newId } from '../ids.js'
import { tracesOfFolder } from './canaries.js'
import { answerCheck } from './described-answer.js'
import { httpCall } from './http-call.js'
import { recordSpans } from './recorded-spans.js'

export type TestService = Awaited<ReturnType<typeof testService>>
export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface TestOptions
  extends Pick<AppOptions, 'channels' | 'clock' | 'logTarget' | 'ports' | 'files' | 'dns' | 'findGenerate'> {
  /** Wraps the storage that the service uses; the preparation of the database bypasses it. */
  wrap?: (storage: Storage) => Storage
  /** Opens the database; by default that of the tests. */
  open?: (folder: string, quotas: Quotas) => Promise<Storage>
}

/**
 * A service with its own database and port, an owner (who is also the instance admin) and a stranger. Every answer to `call` is validated
 * against the OpenAPI document. None of its answers, logs, metrics, spans, files or rows may contain a secret that a test has planted.
 */
export async function testService(env: Record<string, string> = {}, options: TestOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-'))
  const token = 'owner-token-of-the-tests'
  const config = readConfig({
    COLLOQUY_DATA: folder,
    COLLOQUY_ADMIN_TOKEN: token,
    COLLOQUY_RATE_LIMIT: 'off',
    LOG_LEVEL: options.logTarget ? 'silent' : 'info',
    ...unreachableProviders,
    ...phonePreviews,
    ...env,
  })
  const { wrap = (it: Storage) => it, open = openTestStorage, ...appOptions } = options
  const problems: unknown[] = []
  const logTarget = {
    write(line: string) {
      try {
        refusePlantedSecrets('a log', line)
      } catch (error) {
        problems.push(error)
      }
    },
  }
  const spans = recordSpans()
  const storage = await open(config.dataFolder, config.limits)
  await ensureFirstOwner(storage, config, Date.now())
  const owner = await storage.users.first()
  const app = await buildApp({
    storage: wrap(storage),
    config,
    dns: emptyDns,
    findGenerate: greets,
    logTarget,
    ...appOptions,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const check = checkOf((await app.inject('/api/openapi.json')).body)

  const call = async (
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
    // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  ): Promise<{ status: number; body: any; text: string; headers: Record<string, string | undefined> }> => {
    const isSentAsIs = body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
    const payload = isSentAsIs ? body : JSON.stringify(body)
    const sent = {
      authorization: `Bearer ${token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const answer = await httpCall(port, method, url, sent, payload)
    if (method !== 'HEAD' && method !== 'OPTIONS') check(method, url, answer)
    refusePlantedSecrets(`the answer of ${method} ${url}`, `${JSON.stringify(answer.headers)}\n${answer.text}`)
    const isJson = answer.text !== '' && answer.headers['content-type']?.startsWith('application/json')
    return {
      ...answer,
      headers: answer.headers as Record<string, string | undefined>,
      body: isJson ? JSON.parse(answer.text) : answer.text,
    }
  }
  /** Creates a token of a user; by default of a new user without memberships. */
  const addToken = async (of: { userId?: string; scope?: TokenScope; expiresAt?: number } = {}) => {
    const userId = of.userId ?? newId()
    const value = `token-of-the-tests-${newId()}`
    const now = Date.now()
    if (!of.userId) {
      const somebody = { name: 'Somebody', image: null, preferences: null, isAdmin: false }
      const withoutEmail = { email: null, emailVerifiedAt: null, originWorkspaceId: null }
      await storage.users.create({ id: userId, ...withoutEmail, ...somebody, createdAt: now, updatedAt: now })
    }
    const id = newId()
    const { scope = 'admin', expiresAt = null } = of
    await storage.tokens.create({
      id,
      ownerId: userId,
      name: 'x',
      hash: hashToken(value),
      scope,
      createdAt: now,
      expiresAt,
    })
    return { id, userId, value }
  }
  const workspaceId = (await storage.workspaces.list(owner?.id ?? ''))[0]?.id as string
  return {
    app,
    config,
    port,
    folder,
    storage,
    call,
    token,
    workspaceId,
    strangerToken: (await addToken()).value,
    addToken,
    /** Creates a member of a workspace, and returns their token. */
    async addMember(workspace: string, role: Role) {
      const member = await addToken()
      await storage.workspaces.setRole(workspace, member.userId, role)
      return member
    },
    /** Stores credentials in the owner's workspace. */
    async addCredentials(type: string, data: object, more: object = {}): Promise<string> {
      const credentials = { type, name: `My ${type}`, data, ...more }
      const made = await call('POST', '/api/v1/credentials', { workspaceId, credentials })
      return made.body.credentialsId
    },
    /** Creates and publishes a bot. */
    async publish(bot: object): Promise<string> {
      const made = await call('POST', '/api/v1/bots', { workspaceId, bot })
      const id = made.body.bot.id as string
      await call('POST', `/api/v1/bots/${id}/publish`)
      return id
    },
    async close() {
      if (app.server.listening) {
        const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
        refusePlantedSecrets('a metric', body)
      }
      await app.close()
      await storage.close()
      for (const span of spans.taken()) refusePlantedSecrets('a span', JSON.stringify(span))
      for (const { table, row } of await rowsWith('planted-', storage)) refusePlantedSecrets(`a row of ${table}`, row)
      for (const { name, content } of await tracesOfFolder(folder)) refusePlantedSecrets(name, content)
      await rm(folder, { recursive: true })
      if (problems.length > 0) throw problems[0]
    },
  }
}

/** Nothing listens at these addresses: a test that needs answers sets its own. */
const unreachableProviders = {
  COLLOQUY_MESSAGING_META_URL: 'http://127.0.0.1:9',
  COLLOQUY_MESSAGING_360DIALOG_URL: 'http://127.0.0.1:9',
}

/** A number from which previews are sent to phones. */
export const phonePreviews = {
  COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID: '1055502',
  COLLOQUY_MESSAGING_PREVIEW_TOKEN: 'planted-preview-token',
  COLLOQUY_MESSAGING_PREVIEW_APP_SECRET: 'planted-preview-app-secret',
  COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN: 'planted-preview-verify-token',
}

const checks = new Map<string, ReturnType<typeof answerCheck>>()

/** The check of a document, made once for all services that serve it: to compile the schemas of a few answers takes 200 ms. */
function checkOf(document: string): ReturnType<typeof answerCheck> {
  const check = checks.get(document) ?? answerCheck(JSON.parse(document))
  checks.set(document, check)
  return check
}

const at = { x: 0, y: 0 }

/** A bot that says hello and asks for a text, the given number of times. */
export function askingBot(publicId: string, inputs = 2, settings: object = {}) {
  return {
    publicId,
    settings,
    events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    variables: [{ id: 'v1', name: 'Name' }],
    groups: [
      {
        id: 'g1',
        title: 'G',
        graphCoordinates: at,
        blocks: [
          { id: 'hello', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Hi' }] }] } },
          ...Array.from({ length: inputs }, (_, index) => ({
            id: `in${index}`,
            type: 'text input',
            options: { variableId: 'v1' },
          })),
        ],
      },
    ],
  }
}

/** Generates a greeting for every session that waits at a text input. */
const greets: FindGenerate = ({ session, compiledFlows }) => {
  const { currentBlockId = '', frames } = session
  const current = compiledFlows.get(frames[0]?.programId ?? '')?.blockById.get(currentBlockId)
  if (current?.block.type !== 'text input') return undefined
  return async (text) => {
    text.write('Hello')
    return 'stop'
  }
}

/** A DNS without any names. */
const emptyDns: NonNullable<AppOptions['dns']> = {
  txt: async () => ({ kind: 'unknown name' }),
  cname: async () => ({ kind: 'unknown name' }),
}
