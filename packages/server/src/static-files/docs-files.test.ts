import { afterAll, beforeAll, expect, test } from 'vitest'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })

test('/docs serves the pages with their scripts and styles, under a policy that allows nothing inline', async () => {
  const page = await get('/docs')
  expect(page.statusCode).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  expect(page.body).not.toMatch(/<script>|<style|\son\w+=|\sstyle=/)
  const needed = [...page.body.matchAll(/(?:src|href)="(\/docs[^"#]*)"/g)].map(([, path]) => path as string)
  expect(needed).toEqual(expect.arrayContaining(['/docs/docs.css', '/docs/docs.js', '/docs/settings', '/docs/trust']))
  const answers = await Promise.all(needed.map((path) => get(path)))
  expect(needed.filter((_, index) => answers[index]?.statusCode !== 200)).toEqual([])
})

test('/docs/llms.txt lists pages that are served as Markdown', async () => {
  const list = await get('/docs/llms.txt')
  expect(list.headers['content-type']).toBe('text/plain; charset=utf-8')
  const paths = [...list.body.matchAll(/\]\((\/docs\/[^)]+\.md)\)/g)].map(([, path]) => path as string)
  expect(paths).toContain('/docs/start.md')
  const pages = await Promise.all(paths.map((path) => get(path)))
  for (const page of pages) expect(page.body).toMatch(/^# /)
})

test('a page is compressed, and not sent again to a client that has it', async () => {
  const { headers, rawPayload } = await get('/docs/settings')
  expect((await get('/docs/settings', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  const compressed = await get('/docs/settings', { 'accept-encoding': 'gzip, br' })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(compressed.rawPayload.length).toBeLessThan(rawPayload.length / 2)
})

test.each([
  '/docs/none',
  '/docs/start.html',
  '/docs/..%2f..%2fpackage.json',
  '/docs/../deploy/compose.yaml',
  '/docs/../main.js',
])('%s is not served', async (url) => {
  expect((await get(url)).statusCode).toBe(404)
})
