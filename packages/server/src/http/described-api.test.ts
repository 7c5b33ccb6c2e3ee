import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'
import { renderedOnce } from './described-api.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

test.each(['/api/docs', '/api/openapi.json', '/api/openapi.json?version=3.0'])(
  '%s names the address that was asked, escaped, and has an ETag',
  async (url) => {
    const get = (headers: object) => service.app.inject({ url, headers: { host: 'one.example', ...headers } })
    const response = await get({})
    expect(response.body).toContain('http://one.example')
    expect(response.body).not.toContain('.invalid')
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
    const { etag } = response.headers
    const packed = await get({ 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(response.body)
    expect((await get({ 'if-none-match': etag })).statusCode).toBe(304)
    const other = await get({ host: 'two.example', 'if-none-match': etag })
    expect([other.statusCode, other.body.includes('http://two.example')]).toEqual([200, true])
  },
)

test('/api/docs cannot be framed, and errors are not sniffed', async () => {
  const { headers } = await service.app.inject('/api/docs')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect((await service.app.inject('/api/v1/nothing')).headers['x-content-type-options']).toBe('nosniff')
})

test('a text is rendered once, whatever the addresses that it is asked for, and again after a failure', async () => {
  let renderings = 0
  const text = renderedOnce(
    async (publicUrl) => {
      if (++renderings === 1) throw new Error('The thread ended.')
      return `${renderings}: ${publicUrl}`
    },
    (publicUrl) => `<${publicUrl}>`,
  )
  await expect(text('one')).rejects.toThrow('The thread ended.')
  const texts = [await text('one'), await text('two'), await text('one')]
  expect(texts.map(({ bytes }) => bytes.toString())).toEqual(['2: <one>', '2: <two>', '2: <one>'])
  expect(new Set(texts.map(({ etag }) => etag)).size).toBe(2)
})
