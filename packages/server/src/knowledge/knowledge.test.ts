import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

let status = 200
const site = createServer((_, response) => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    '<title>Shop</title><nav>Returns everywhere</nav><h1>Delivery</h1><p>We deliver to <b>Norway</b>.</p><h2>Costs</h2><p>Five euros.</p>',
  )
})
let service: TestService
let address: string
const path = '/api/v1/knowledge-bases'

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  address = `http://127.0.0.1:${port}/help`
  service = await testService({ EGRESS_ALLOW: `127.0.0.1:${port}` })
})
afterAll(async () => {
  await service.close()
  site.close()
})

async function newBase() {
  const workspaceId = service.workspaceId
  const made = await service.call('POST', path, { workspaceId, name: 'Help' })
  const base = `${path}/${made.body.knowledgeBase.id}`
  return {
    base,
    add: async (source: object) => (await service.call('POST', `${base}/sources`, { workspaceId, source })).body,
    search: async (query: string) =>
      (await service.call('POST', `${base}/search`, { workspaceId, query })).body.passages as {
        title: string
        text: string
        url: string | null
      }[],
    refresh: async (id: string) =>
      (await service.call('POST', `${base}/sources/${id}/refresh`, { workspaceId })).body.knowledgeSource,
  }
}

test('A page is found by what it says, under its headings, and not by its navigation', async () => {
  const { add, search } = await newBase()
  expect((await add({ kind: 'page', url: address })).knowledgeSource).toMatchObject({
    title: 'Shop',
    problem: null,
    chunks: 2,
  })
  expect(await search('Do you deliver to Norway?')).toMatchObject([
    { title: 'Shop › Delivery', text: 'We deliver to Norway.', url: address },
  ])
  expect(await search('returns')).toEqual([])
})

test('A page that fails when it is refreshed keeps what was read before, and says why', async () => {
  const { add, search, refresh } = await newBase()
  const { knowledgeSource } = await add({ kind: 'page', url: address })
  status = 503
  expect(await refresh(knowledgeSource.id)).toMatchObject({ problem: 'The page answered 503.', chunks: 2 })
  expect(await search('Norway')).toHaveLength(1)
  status = 200
  expect(await refresh(knowledgeSource.id)).toMatchObject({ problem: null, chunks: 2 })
  expect(await search('Norway')).toHaveLength(1)
})

test('A page inside the network is refused by the rules of outgoing calls', async () => {
  const { add } = await newBase()
  const { knowledgeSource } = await add({ kind: 'page', url: 'http://169.254.169.254/latest/meta-data' })
  expect(knowledgeSource.problem).toContain('169.254.169.254')
})

test('Each row of a CSV is a passage with the names of its columns', async () => {
  const { add, search } = await newBase()
  await add({ kind: 'csv', title: 'Shops', text: 'City;Hours\nHamburg;10 to 19\n"Bremen";9 to 18' })
  expect(await search('hours in Bremen')).toMatchObject([
    { title: 'Shops › Bremen', text: 'City: Bremen\nHours: 9 to 18' },
    { title: 'Shops › Hamburg' },
  ])
})

test('A long text is found in passages of at most 800 characters that repeat the end of the one before', async () => {
  const { add, search } = await newBase()
  const text = Array.from({ length: 400 }, (_, index) => `Sentence ${index} is about parcels.`).join(' ')
  const { knowledgeSource } = await add({ kind: 'text', title: 'Long', text })
  const passages = await search('sentence 57')
  expect(knowledgeSource.chunks).toBeGreaterThan(16)
  expect(passages[0]!.text).toContain('Sentence 57 ')
  expect(Math.max(...passages.map((passage) => passage.text.length))).toBeLessThanOrEqual(800)
})
