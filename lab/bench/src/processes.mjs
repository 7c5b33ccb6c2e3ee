/** The built service, and other programs, as processes of their own on free ports. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../../../scripts/root.mjs'

const here = import.meta.dirname

const startWithinMs = 30_000

/** Starts and ends processes, and remembers them for `killAll`. */
export function processes(folder) {
  const children = []

  async function startService(name, more = {}) {
    const main = join(root, 'packages', 'server', 'dist', 'main.js')
    if (!existsSync(main))
      throw new Error('There is no built service: `npm run build` should have made packages/server/dist/main.js.')
    const token = randomBytes(32).toString('base64url')
    const env = {
      COLLOQUY_DATA: join(folder, name),
      COLLOQUY_ADMIN_TOKEN: token,
      COLLOQUY_RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...more,
    }
    const service = await startProgram(main, env)
    return {
      ...service,
      token: env.COLLOQUY_ADMIN_TOKEN,
      call: (...request) => call(service.url, env.COLLOQUY_ADMIN_TOKEN, ...request),
    }
  }

  async function startProgram(main, env) {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const started = performance.now()
    const { DATABASE_URL: _, ...inherited } = process.env
    const child = spawn(process.execPath, [main], {
      cwd: root,
      env: { ...inherited, ...env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-4000)
      })
    }
    const ended = new Promise((resolve) => child.once('exit', resolve))
    let ready = await readiness(url)
    for (; ready === undefined; ready = await readiness(url)) {
      if (child.exitCode !== null) throw new Error(`${main} ended before it was ready:\n${output}`)
      if (performance.now() - started > startWithinMs) throw new Error(`${main} was not ready within 30 s:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const stop = () => {
      child.kill('SIGTERM')
      return ended
    }
    return { url: ready.url ?? url, pid: child.pid, startedIn: performance.now() - started, stop }
  }

  /**
   * Has conversations held by a process more, as `load.mjs` says, and resolves to what it measured. Throws when a request
   * failed, or none was answered, with the `name` of what was asked.
   */
  async function runLoad(name, { url, paths, publicId, connections, seconds }) {
    const load = { url, ...(paths ?? chatPaths(publicId)), connections, seconds }
    const child = spawn(process.execPath, [join(here, 'load.mjs'), JSON.stringify(load)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let text = ''
    for await (const part of child.stdout.setEncoding('utf8')) text += part
    if (text === '') throw new Error('The process that makes the load ended without a report.')
    const { failures, firstFailure, ...measured } = JSON.parse(text)
    if (failures > 0) throw new Error(`${name}: ${failures} requests failed, the first with: ${firstFailure}`)
    if (measured.turns === 0) throw new Error(`${name}: no turn was answered within ${seconds} s.`)
    return measured
  }

  return {
    startService,
    startProgram,
    runLoad,
    killAll() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

/** The paths at which visitors of a bot start and reply. */
const chatPaths = (publicId) => ({
  start: `/api/v1/bots/${publicId}/startChat`,
  reply: '/api/v1/sessions/{sessionId}/continueChat',
})

/** Returns the answer of `/ready`, which holds a `url` if visitors use another address. Returns undefined until the process is ready. */
async function readiness(url) {
  try {
    const response = await fetch(`${url}/ready`)
    const body = await response.json()
    return response.ok ? body : undefined
  } catch {
    return undefined
  }
}

/** One operation of the API; anything but success throws. */
async function call(url, token, method, path, body) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    body: body === undefined ? body : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** Imports flows into a new workspace and publishes them; resolves to their public ids in the same order. */
export async function publish(service, flows) {
  const { workspace } = await service.call('POST', '/workspaces', { name: 'Measured' })
  return publishIn(service, workspace.id, flows)
}

/** The same in a workspace that exists. */
export async function publishIn(service, workspaceId, flows) {
  const publicIds = []
  for (const flow of flows) {
    const { bot } = await service.call('POST', '/bots/import', { workspaceId, bot: flow })
    await service.call('POST', `/bots/${bot.id}/publish`, {})
    publicIds.push((await service.call('GET', `/bots/${bot.id}`)).bot.publicId)
  }
  return publicIds
}

/**
 * Processor time so far in ms, that of its children which have ended included, and resident memory in MB; undefined where the system
 * has no process table to read.
 */
export function usage(pid) {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined
  // The name in the second field may hold spaces; fields are counted from behind its closing bracket. A tick is 10 ms.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { cpuMs: ticks * 10, memory: Number(resident?.[1] ?? 0) / 1024 }
}

/** Process ids. */
export function childrenOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
