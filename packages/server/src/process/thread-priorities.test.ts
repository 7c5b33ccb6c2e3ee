import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sqliteData } from '../testing/process/instance-data.js'
import { newInstance } from '../testing/process/new-instance.js'
import { startAt } from '../testing/process/service-process.js'

/** Difference between the priority of the main thread and that of each other thread. */
function lowered(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`).filter((thread) => Number(thread) !== pid)
  return threads.map((thread) => niceness(pid, thread) - getPriority(pid))
}

/** The 19th field, counted after the name in parentheses, which may contain spaces. */
function niceness(pid: number, thread: string): number {
  const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}

test.runIf(platform() === 'linux')(
  'the main thread goes before all threads that work on requests of authors, compress, hash or help V8',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colloquy-priorities-'))
    const data = await sqliteData(join(folder, 'data'))
    const { authorToken, workspaceId } = await newInstance(data)
    const service = await startAt(data)
    const headers = { authorization: `Bearer ${authorToken}`, 'content-type': 'application/json' }
    const before = lowered(service.pid).length
    const name = 'x'.repeat(150_000)
    const body = JSON.stringify({ workspaceId, bot: { version: '6', name, groups: [], events: [], edges: [] } })
    await fetch(`${service.url}/api/v1/lint`, { method: 'POST', headers, body })
    await fetch(`${service.url}/api/v1/billing/usage?workspaceId=${workspaceId}`, { headers })
    expect(lowered(service.pid).length).toBeGreaterThan(before)
    // A thread lowers its priority itself, as the first that it does. One that waits for a slow disk goes directly after the main thread.
    const others = () => lowered(service.pid).filter((by) => by < 5 && by !== 1)
    await vi.waitFor(() => expect(others()).toEqual([]), { timeout: 10_000 })
    await service.end('SIGTERM')
    await rm(folder, { recursive: true })
  },
)
