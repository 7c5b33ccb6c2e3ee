import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostOf } from '@colloquy/test-kit/program-host'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

export type RunningService = Awaited<ReturnType<typeof runService>>

/** The user who signs in to the services of these tests with a password. */
export const owner = { name: 'Ada', email: 'ada@example.com', password: 'engine of analysis' } as const

/**
 * Starts the latest build of the service and the builder in another process, with a separate database. Its owner has a password,
 * except with `isNew`, which leaves the service as on its first start. `settings` are added to the default ones.
 */
export async function runService({
  isNew = false,
  settings = {},
}: {
  isNew?: boolean
  settings?: Record<string, string>
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-builder-'))
  const token = 'owner-token-of-the-builder-tests'
  if (
    !existsSync(join(root, 'packages/server/dist/main.js')) ||
    !existsSync(join(root, 'packages/builder/dist/browser'))
  )
    throw new Error('The service is not built: run `npm test`, or `npm run build` before single tests.')
  const host = hostOf(join(root, 'packages/server/src/testing/services-program.mjs'))
  const url = await host.start({
    HOST: '127.0.0.1',
    PORT: '0',
    COLLOQUY_DATA: folder,
    COLLOQUY_ADMIN_TOKEN: token,
    COLLOQUY_RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  if (!isNew) {
    await call('PUT', 'users/me/password', { email: owner.email, password: owner.password })
    await call('PATCH', 'users/me', { updates: { name: owner.name } })
  }
  const workspaceId = (await call('GET', 'workspaces')).workspaces[0].id as string
  return {
    url,
    token,
    /** Folder of its database. */
    folder,
    call,
    workspaceId,
    /** Creates a bot and returns its id. */
    make: async (bot: object): Promise<string> => (await call('POST', 'bots', { workspaceId, bot })).bot.id,
    /** Ends it: nothing of what it stored is kept. */
    async close() {
      await host.stop(url)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
