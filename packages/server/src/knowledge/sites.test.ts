import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

/** Answers of the site by path; all other paths are missing. */
let pages: Record<string, string | Buffer> = {}
const asked: string[] = []
const site = createServer(({ url = '' }, response) => {
  asked.push(url)
  const body = pages[url]
  const type = url.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8'
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': type })
  response.end(body)
})
let service: TestService
let origin: string
let now = 1_800_000_000_000
const day = 86_400_000

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  const env = { EGRESS_ALLOW: `127.0.0.1:${port}`, COLLOQUY_LIMITS: '{"knowledgeSitePages":3}' }
  service = await testService(env, { clock: () => now })
})
afterAll(async () => {
  await service.close()
  site.close()
})
beforeEach(() => {
  pages = {}
  asked.length = 0
})

const page = (title: string, text: string) => `<title>${title}</title><h1>${title}</h1><p>${text}</p>`
const sitemap = (...urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

interface Source {
  id: string
  kind: string
  title: string
  url: string
  parentId: string | null
  problem: string | null
  chunks: number
  isWaiting: boolean
}

async function newBase() {
  const { workspaceId, call } = service
  const path = `/api/v1/knowledge-bases/${(await call('POST', '/api/v1/knowledge-bases', { workspaceId, name: 'Help' })).body.knowledgeBase.id}`
  const sources = async (): Promise<Source[]> =>
    (await call('GET', `${path}/sources?workspaceId=${workspaceId}`)).body.knowledgeSources
  return {
    path,
    sources,
    add: async (source: object) =>
      (await call('POST', `${path}/sources`, { workspaceId, source })).body.knowledgeSource as Source,
    remove: (id: string) => call('DELETE', `${path}/sources/${id}?workspaceId=${workspaceId}`),
    refresh: (id: string) => call('POST', `${path}/sources/${id}/refresh`, { workspaceId }),
    /** Resolves once nothing waits to be read. */
    read: async () => {
      await expect.poll(async () => (await sources()).some(({ isWaiting }) => isWaiting)).toBe(false)
      return (await sources()).filter(({ parentId }) => parentId !== null).toSorted((a, b) => (a.url < b.url ? -1 : 1))
    },
  }
}

test('The pages of a sitemap are read, those of other hosts are not, and those that are gone are removed', async () => {
  const { add, read, refresh, remove, sources } = await newBase()
  pages['/map.xml'] = sitemap(`${origin}/a?x=1&amp;y=2`, `${origin}/gone`, 'http://169.254.169.254/latest')
  pages['/a?x=1&y=2'] = page('Delivery', 'We deliver to Norway.')
  const { id, isWaiting } = await add({ kind: 'site', url: `${origin}/map.xml` })
  expect(isWaiting).toBe(true)
  expect(await read()).toMatchObject([
    { title: 'Delivery', url: `${origin}/a?x=1&y=2`, parentId: id, chunks: 1, problem: null },
    { url: `${origin}/gone`, problem: 'The page answered 404.', chunks: 0 },
  ])
  pages['/map.xml'] = sitemap(`${origin}/b`)
  pages['/b'] = page('Returns', 'Thirty days.')
  await refresh(id)
  expect((await read()).map(({ title }) => title)).toEqual(['Returns'])
  await remove(id)
  expect(await sources()).toEqual([])
})

test('From a page on, a site is found by its robots.txt and a compressed index, as many pages as a site may have', async () => {
  pages['/robots.txt'] = `User-agent: *\nSitemap: ${origin}/none.xml\nSitemap: ${origin}/index.xml\n`
  pages['/index.xml'] = `<sitemapindex><sitemap><loc>${origin}/help.xml.gz</loc></sitemap></sitemapindex>`
  const help = ['a', 'b', 'c', 'd'].map((name) => `${origin}/help/${name}`)
  pages['/help.xml.gz'] = gzipSync(sitemap(`${origin}/shop`, ...help))
  for (const name of ['a', 'b', 'c', 'd']) pages[`/help/${name}`] = page(name, `Text of ${name}`)
  const { add, read, sources } = await newBase()
  await add({ kind: 'site', url: `${origin}/help/` })
  expect((await read()).map(({ title }) => title)).toEqual(['a', 'b', 'c'])
  const found = (await sources()).find(({ kind }) => kind === 'site')
  expect(found?.problem).toBe('The site has more pages: the first 3 are read.')
})

test('An address without a sitemap says what is missing', async () => {
  const { add, read, sources } = await newBase()
  await add({ kind: 'site', url: `${origin}/` })
  await read()
  expect(await sources()).toMatchObject([{ kind: 'site', problem: `${origin}/sitemap.xml answered 404.` }])
})

/** Makes the service look for due sources, as it does once a minute. */
async function wake() {
  const { add, read } = await newBase()
  await add({ kind: 'site', url: `${origin}/none.xml` })
  await read()
}

test('Sources with a daily refresh are read again after a day, and unchanged ones are not stored again', async () => {
  pages['/news'] = page('News', 'Closed on Monday.')
  const { add, sources, path } = await newBase()
  const { id } = await add({ kind: 'page', url: `${origin}/news`, refreshesDaily: true })
  const source = async () => (await sources())[0] as Source & { refreshedAt: string }
  const chunkIds = () => service.storage.knowledge.findByWords(path.split('/').at(-1)!, ['monday'], 9)
  const before = { ...(await source()), found: await chunkIds() }
  now += day + 1
  await wake()
  await expect.poll(async () => (await source()).refreshedAt).not.toBe(before.refreshedAt)
  expect(await chunkIds()).toEqual(before.found)
  pages['/news'] = page('News', 'Closed on Monday and on Friday.')
  now += day + 1
  await wake()
  await expect.poll(async () => (await chunkIds())[0]?.text).toBe('Closed on Monday and on Friday.')
  const { workspaceId } = service
  await service.call('PATCH', `${path}/sources/${id}`, { workspaceId, refreshesDaily: false })
  const times = () => asked.filter((path) => path === '/news').length
  const read = times()
  now += 3 * day
  await wake()
  expect(times()).toBe(read)
})
