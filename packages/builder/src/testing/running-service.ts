import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

export type RunningService = Awaited<ReturnType<typeof runService>>

/** The user who signs in to the services of these tests with a password. */
export const owner = { name: 'Ada', email: 'ada@example.com', password: 'engine of analysis' } as const

/**
 * Starts the latest build of the service and the builder in a separate process and with a separate database. Its owner has a password,
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
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: '0',
    COLLOQUY_DATA: folder,
    COLLOQUY_ADMIN_TOKEN: token,
    COLLOQUY_RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const entry = join(root, 'packages/server/dist/main.js')
  if (!existsSync(entry) || !existsSync(join(root, 'packages/builder/dist/browser')))
    throw new Error('The service is not built: run `npm test`, or `npm run build` before single tests.')
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      const found = /ready at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`The service ended with code ${code}: ${output}`)))
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
    /** Ends the process at once: nothing of what it stored is kept. */
    async close() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
