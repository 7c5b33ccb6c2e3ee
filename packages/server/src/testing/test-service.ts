import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@colloquy/storage'
import { type AppOptions, buildApp } from '../app.js'
import { hashToken } from '../auth.js'
import { readConfig } from '../config.js'
import { ensureFirstOwner } from '../first-owner.js'
import { newId } from '../ids.js'

/** A service on a database of its own, with an owner and a stranger. */
export async function testService(
  env: Record<string, string> = {},
  options: Pick<AppOptions, 'checkAddress' | 'send' | 'files' | 'clock'> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-'))
  const token = 'owner-token-of-the-tests'
  const strangerToken = 'stranger-token-of-the-tests'
  const config = readConfig({
    COLLOQUY_DATA: folder,
    COLLOQUY_ADMIN_TOKEN: token,
    COLLOQUY_RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const storage = await openSqlite({ folder })
  const now = Date.now()
  await ensureFirstOwner(storage, config, now)
  const ownerId = newId()
  await storage.users.create({
    id: ownerId,
    email: null,
    name: 'Stranger',
    isAdmin: false,
    createdAt: now,
    updatedAt: now,
  })
  const hash = hashToken(strangerToken)
  await storage.tokens.create({
    id: newId(),
    ownerId,
    name: 'x',
    hash,
    scope: 'admin',
    createdAt: now,
    expiresAt: null,
  })
  const app = await buildApp({ storage, config, ...options })
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      text: response.body,
      headers: response.headers,
    }
  }
  const workspaceId = (await call('GET', '/api/v1/workspaces')).body.workspaces[0].id as string
  return {
    app,
    config,
    folder,
    token,
    storage,
    call,
    workspaceId,
    strangerToken,
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
      await app.close()
      await storage.close()
      await rm(folder, { recursive: true })
    },
  }
}

const at = { x: 0, y: 0 }

/** Says hello and asks for a text, as often as told. */
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
