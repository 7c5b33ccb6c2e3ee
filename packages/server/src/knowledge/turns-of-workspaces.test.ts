import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { embeddingStandIn } from '@colloquy/test-kit/providers/embeddings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

/** Knowledge of two workspaces: what one has read or embedded hangs. */

const hanging: ServerResponse[] = []
const web = createServer(({ url = '' }, response) => {
  if (url.startsWith('/hang')) hanging.push(response)
  else if (url === '/slow.xml') answer(response, sitemap(...Array.from({ length: 9 }, (_, index) => `/hang${index}`)))
  else if (url === '/quick.xml') answer(response, sitemap('/page'))
  else if (url === '/page') answer(response, '<title>Page</title><p>We deliver to Norway.</p>', 'text/html')
  else if (url.endsWith('/embeddings')) hanging.push(response)
  else response.writeHead(404).end()
})
let origin: string
let service: TestService
let embeddings: Awaited<ReturnType<typeof embeddingStandIn>>

function answer(response: ServerResponse, body: string, type = 'application/xml'): void {
  response.writeHead(200, { 'content-type': type }).end(body)
}

const sitemap = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`

beforeAll(async () => {
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  embeddings = await embeddingStandIn({ synonyms: [] })
  service = await testService({ EGRESS_ALLOW: `127.0.0.1:${port},${embeddings.entry}` })
})
afterAll(async () => {
  for (const response of hanging) response.destroy()
  await service.close()
  await embeddings.close()
  web.closeAllConnections()
  web.close()
})

const path = '/api/v1/knowledge-bases'

async function newBase(workspaceId: string) {
  const { id } = (await service.call('POST', path, { workspaceId, name: 'Help' })).body.knowledgeBase
  return {
    add: (source: object) => service.call('POST', `${path}/${id}/sources`, { workspaceId, source }),
    sources: async (): Promise<{ title: string; chunks: number; embedded: number }[]> =>
      (await service.call('GET', `${path}/${id}/sources?workspaceId=${workspaceId}`)).body.knowledgeSources,
    async embedAt(baseUrl: string) {
      const credentials = { type: 'openai', name: baseUrl, data: { apiKey: modelKey, baseUrl } }
      const made = await service.call('POST', '/api/v1/credentials', { workspaceId, credentials })
      const embedding = { credentialsId: made.body.credentialsId, model: 'meaning-1' }
      await service.call('PATCH', `${path}/${id}`, { workspaceId, embedding })
    },
  }
}

const newWorkspace = async (name: string): Promise<string> =>
  (await service.call('POST', '/api/v1/workspaces', { name })).body.workspace.id

test('The pages of a site are read while the pages of another workspace hang', async () => {
  const slow = await newBase(service.workspaceId)
  await slow.add({ kind: 'site', url: `${origin}/slow.xml` })
  await expect.poll(() => hanging.length).toBeGreaterThanOrEqual(4)
  const began = performance.now()
  const quick = await newBase(await newWorkspace('Quick site'))
  await quick.add({ kind: 'site', url: `${origin}/quick.xml` })
  const isRead = async () => (await quick.sources()).some(({ title, chunks }) => title === 'Page' && chunks === 1)
  await expect.poll(isRead, { timeout: 15_000 }).toBe(true)
  expect(performance.now() - began).toBeLessThan(4_000)
})

test('Passages are embedded while the services of other workspaces hang', async () => {
  const before = hanging.length
  for (const name of ['Slow service', 'Another slow service']) {
    const slow = await newBase(await newWorkspace(name))
    await slow.add({ kind: 'markdown', title: 'Returns', text: 'Return it within 30 days.' })
    await slow.embedAt(`${origin}/v1`)
  }
  await expect.poll(() => hanging.length - before).toBeGreaterThanOrEqual(2)
  const began = performance.now()
  const quick = await newBase(await newWorkspace('Quick service'))
  await quick.add({ kind: 'markdown', title: 'Delivery', text: 'We deliver to Norway.' })
  await quick.embedAt(embeddings.url)
  const isEmbedded = async () => (await quick.sources()).every(({ chunks, embedded }) => embedded === chunks)
  await expect.poll(isEmbedded, { timeout: 14_000 }).toBe(true)
  expect(performance.now() - began).toBeLessThan(10_000)
})
