import { afterAll, beforeAll, expect, test } from 'vitest'
import { testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const get = (url: string) => service.app.inject({ url })

test('the builder can be installed: its manifest, icon and service worker are current after each upgrade', async () => {
  const page = await get('/')
  const [, manifestUrl] = /<link rel="manifest" href="([^"]*)">/.exec(page.body) ?? []
  expect(page.headers['content-security-policy']).toContain("manifest-src 'self'")
  const manifest = await get(manifestUrl as string)
  expect(manifest.headers['content-type']).toBe('application/manifest+json')
  const { start_url, icons } = JSON.parse(manifest.body)
  const files = await Promise.all([start_url, icons[0].src, '/builder/service-worker.js'].map(get))
  expect(files.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  for (const { headers } of [manifest, ...files]) expect(headers['cache-control']).toBe('no-cache')
})
