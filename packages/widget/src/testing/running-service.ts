import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostOf } from '@colloquy/test-kit/program-host'
import { startPaymentProvider } from './payment-provider.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
export const ownerToken = 'owner-token-of-the-widget-tests'

export type RunningService = Awaited<ReturnType<typeof runService>>

/**
 * Alternative server programs. `sites` serves chats at chats.localhost and the rest at bots.localhost, with every custom domain verified;
 * `generating` has a text for every session.
 */
type Program = 'sites' | 'generating'

interface RunOptions {
  program?: Program
  env?: Record<string, string>
}

/** Runs the built service in another process with a separate database, and a second origin with pages that embed it. */
export async function runService({ program, env = {} }: RunOptions = {}) {
  const entry = join(root, 'packages/server/dist/main.js')
  if (!existsSync(entry) || !existsSync(join(root, 'packages/widget/dist/browser/widget.js')))
    throw new Error('The service is not built: run `npm test`, or `npm run build` before single tests.')
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-widget-'))
  const source = join(root, `packages/server/src/testing/${program}-program.ts`)
  const payments = await startPaymentProvider()
  const start = (port: string) => {
    const settings = { ...settingsOf(folder, port), STRIPE_API_URL: payments.url, ...env }
    return program ? startProcess(source, settings) : startInHost(settings)
  }
  let running = await start('0')
  const { url } = running
  const pages = await servePages()

  const call = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const workspaceId = (await call('/v1/workspaces')).workspaces[0].id as string

  return {
    url,
    workspaceId,
    call,
    payments,
    /** Creates and publishes a bot. */
    async publish(bot: object): Promise<{ id: string }> {
      const made = await call('/v1/bots', { workspaceId, bot })
      await call(`/v1/bots/${made.bot.id}/publish`, {})
      return { id: made.bot.id }
    },
    /** The answers of each conversation with a bot, oldest first. */
    async results(botId: string): Promise<string[][]> {
      const { results } = await call(`/v1/bots/${botId}/results?timeFilter=allTime`)
      return results.map((result: { answers: { content: string }[] }) => result.answers.map((answer) => answer.content))
    },
    /** Address of a page of another site that has this in its body. */
    page: (body: string, headers: Record<string, string> = {}) => pages.add(body, headers),
    async stop() {
      await running.stop()
    },
    async startAgain() {
      running = await start(new URL(url).port)
    },
    /** Ends it: nothing of what it stored is kept. */
    async close() {
      await running.stop()
      await Promise.all([pages.close(), payments.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const settingsOf = (folder: string, port: string) => ({
  PORT: port,
  HOST: '127.0.0.1',
  COLLOQUY_DATA: folder,
  COLLOQUY_ADMIN_TOKEN: ownerToken,
  COLLOQUY_RATE_LIMIT: 'off',
  LOG_LEVEL: 'silent',
})

/** A process for all files of tests of this worker: each would take a second of processor time to load the service. */
async function startInHost(settings: Record<string, string>) {
  const host = hostOf(join(root, 'packages/server/src/testing/services-program.mjs'))
  const url = await host.start(settings)
  return { url, stop: () => host.stop(url) }
}

async function startProcess(program: string, settings: Record<string, string>) {
  const parts = ['--import', 'tsx', '--conditions=development', program]
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, parts, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      const found = /ready at (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', (code) => reject(new Error(`The service ended with code ${code}: ${output}`)))
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A site of somebody else. */
async function servePages() {
  const pages: { body: string; headers: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    const index = Number(/^\/(\d+)/.exec(request.url ?? '')?.[1] ?? -1)
    const page = pages[index]
    if (!page) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers })
    response.end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A site</title><link rel="icon" href="data:,"></head><body><main><h1>A site</h1>${page.body}</main></body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    add(body: string, headers: Record<string, string>) {
      pages.push({ body, headers })
      return `http://127.0.0.1:${port}/${pages.length - 1}`
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
