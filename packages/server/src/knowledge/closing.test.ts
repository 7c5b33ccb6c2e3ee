import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

/** Far less than what the service would wait for. */
const soonMs = 3_000
/** Takes minutes to read if a page may have that many elements. */
const heavy = `<p>${Array.from({ length: 480 }, (_, index) => `<b id=${index}>`).join('')}${'<p>a'.repeat(40_000)}`
const noLimits = { documentElements: 1e9, documentMilliseconds: 600_000, documentMegabytes: 2_000 }

const hanging: ServerResponse[] = []
let heavyPages = 0
const web = createServer(({ url, headers: { host } }, response) => {
  if (url === '/site.xml') response.end(`<urlset><url><loc>http://${host}/heavy</loc></url></urlset>`)
  else if (url === '/heavy') {
    heavyPages += 1
    response.setHeader('content-type', 'text/html').end(heavy)
  } else hanging.push(response)
})
let origin: string
let service: TestService
let base: { id: string; path: string }

beforeAll(async () => {
  await once(web.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})
beforeEach(async () => {
  hanging.length = 0
  heavyPages = 0
  service = await testService({ EGRESS_ALLOW: new URL(origin).host, COLLOQUY_LIMITS: JSON.stringify(noLimits) })
  const path = '/api/v1/knowledge-bases'
  const made = await service.call('POST', path, { workspaceId: service.workspaceId, name: 'Help' })
  const { id } = made.body.knowledgeBase
  base = { id, path: `${path}/${id}` }
})
afterEach(() => service.close())

const add = (source: object) =>
  service.call('POST', `${base.path}/sources`, { workspaceId: service.workspaceId, source })
const sources = () => service.storage.knowledge.listSources(service.workspaceId, base.id)

/** Returns the milliseconds that the service takes to end; its storage stays open. */
async function close(): Promise<number> {
  const began = performance.now()
  await service.app.close()
  return performance.now() - began
}

test('the service ends at once while a page is read, which is due again at the next start', async () => {
  await add({ kind: 'site', url: `${origin}/site.xml` })
  await expect.poll(() => heavyPages, { timeout: 20_000 }).toBe(1)
  await expect.poll(async () => (await sources()).some(({ problem }) => problem !== null)).toBe(true)
  expect(await close()).toBeLessThan(soonMs)
  const [page] = (await sources()).filter(({ kind }) => kind === 'page')
  expect(page?.problem).toBeNull()
  expect(page?.dueAt).toBeLessThanOrEqual(Date.now())
})

test('the service ends at once while a site does not answer, which is due again at the next start', async () => {
  await add({ kind: 'site', url: `${origin}/hanging.xml` })
  await expect.poll(() => hanging.length).toBe(1)
  expect(await close()).toBeLessThan(soonMs)
  const [site] = await sources()
  expect(site?.problem).toBeNull()
  expect(site?.dueAt).toBeLessThanOrEqual(Date.now())
})

test('the service ends at once while vectors are awaited, and names no problem of their service', async () => {
  await add({ kind: 'text', title: 'Returns', text: 'Return it within 30 days.' })
  const credentialsId = await service.addCredentials('openai', { apiKey: modelKey, baseUrl: `${origin}/v1` })
  const embedding = { credentialsId, model: 'meaning-1' }
  await service.call('PATCH', base.path, { workspaceId: service.workspaceId, embedding })
  await expect.poll(() => hanging.length).toBe(1)
  expect(await close()).toBeLessThan(soonMs)
  expect((await sources())[0]?.embeddingProblem).toBeNull()
})
