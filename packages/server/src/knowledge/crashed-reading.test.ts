import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStorageAt } from '../testing/process/history.js'
import { adminToken, type ServiceProcess, startServiceProcess } from '../testing/process/service-process.js'

/** Takes minutes to read if a page may have that many elements. */
const heavy = `<p>${Array.from({ length: 480 }, (_, index) => `<b id=${index}>`).join('')}${'<p>a'.repeat(40_000)}`

test('A source whose reading ends the process is failed after the next start, and read again only when an author asks', async () => {
  let asked = 0
  const site = createServer((_, response) => {
    asked += 1
    response.writeHead(200, { 'content-type': 'text/html' }).end(asked === 1 ? '<p>Hello' : heavy)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-reading-'))
  const start = (limits: object = {}) =>
    startServiceProcess(folder, { EGRESS_ALLOW: `127.0.0.1:${port}`, COLLOQUY_LIMITS: JSON.stringify(limits) })
  const call = async (service: ServiceProcess, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
    const answer = await fetch(`${service.url}/api/v1/${path}`, {
      method,
      headers: body ? headers : { authorization: headers.authorization },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as never as Record<string, never>
  }
  try {
    const first = await start({ documentElements: 1e9, documentMilliseconds: 600_000, documentMegabytes: 2_000 })
    const [workspace] = (await call(first, 'GET', 'workspaces')).workspaces as unknown as { id: string }[]
    const workspaceId = workspace!.id
    const made = await call(first, 'POST', 'knowledge-bases', { workspaceId, name: 'Help' })
    const base = (made.knowledgeBase as unknown as { id: string }).id
    const sources = `knowledge-bases/${base}/sources`
    const source = { kind: 'page', url: `http://127.0.0.1:${port}/` }
    const { id } = (await call(first, 'POST', sources, { workspaceId, source })).knowledgeSource as unknown as {
      id: string
    }
    const listed = async (service: ServiceProcess) => {
      const { knowledgeSources } = await call(service, 'GET', `${sources}?workspaceId=${workspaceId}`)
      return (knowledgeSources as unknown as { isWaiting: boolean; problem: string | null }[])[0]
    }
    void call(first, 'POST', `${sources}/${id}/refresh`, { workspaceId }).catch(() => undefined)
    await expect.poll(() => listed(first), { timeout: 20_000 }).toMatchObject({ isWaiting: true })
    await first.end('SIGKILL')
    expect(asked).toBe(2)

    const storage = await openStorageAt(folder)
    await storage.knowledge.changeSource(workspaceId, id, { dueAt: 1 })
    await storage.close()
    const second = await start()
    await expect
      .poll(() => listed(second), { timeout: 20_000 })
      .toMatchObject({
        isWaiting: false,
        problem: 'The service ended while it read this source. Check its content, and refresh it to try again.',
      })
    expect(asked).toBe(2)
    await call(second, 'POST', `${sources}/${id}/refresh`, { workspaceId })
    expect(await listed(second)).toMatchObject({ problem: expect.stringContaining('more than 100000 elements') })
    expect(asked).toBe(3)
    await second.end('SIGTERM')
  } finally {
    site.close()
    await rm(folder, { recursive: true })
  }
})
