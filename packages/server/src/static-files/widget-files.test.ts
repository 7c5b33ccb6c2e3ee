import { afterAll, beforeAll, expect, test } from 'vitest'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })

test('the loader is asked for again soon, its chunks never', async () => {
  const loader = await get('/widget.js')
  expect(loader.statusCode).toBe(200)
  expect(loader.headers['cache-control']).toContain('max-age=300')
  const chunk = /widget\/[\w-]{6}\.js/.exec(loader.body)?.[0]
  expect(chunk).toBeDefined()
  const answer = await get(`/${chunk}`)
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
})

test('a browser that has the file gets 304, and one that can decompress gets it compressed', async () => {
  const { headers, rawPayload } = await get('/widget.js')
  expect((await get('/widget.js', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  const packed = await get('/widget.js', { 'accept-encoding': 'gzip, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.rawPayload.length).toBeLessThan(rawPayload.length)
})

test.each([
  '/widget/none.js',
  '/widget/..%2f..%2fpackage.json',
  '/widget/../../package.json',
  '/widget/.vite/manifest.json',
])('%s is not there', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})

test('the frame of scripts has no origin', async () => {
  const { headers } = await get('/widget/script-frame.html')
  expect(headers['content-security-policy']).toContain('sandbox allow-scripts;')
})

test('the page of a bot escapes its title and is there only while the bot is published', async () => {
  const id = await service.publish({ publicId: 'paged', name: '<b>"Bot"</b>' })
  const page = await get('/c/paged', { 'accept-language': 'fr-CA, en;q=0.5' })
  expect(page.body).toContain('<title>&lt;b&gt;&quot;Bot&quot;&lt;/b&gt;</title>')
  expect(page.body).toContain('<html lang="fr">')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  await service.call('POST', `/api/v1/bots/${id}/unpublish`)
  expect((await get('/c/paged')).statusCode).toBe(404)
})
