import { expect, test } from 'vitest'
import { retryDelay } from './retry-delay.js'

const now = Date.parse('2026-11-21T12:00:00Z')
const answered = (status: number, headers: Record<string, string> = {}) =>
  ({ kind: 'response', status, headers, body: new Uint8Array() }) as const

test('waits a little, then longer, then no more', () => {
  expect([0, 1, 2].map((retries) => retryDelay(retries, 'GET', answered(503), now))).toEqual([300, 600, undefined])
})

test('only statuses that pass by themselves are tried again', () => {
  const retried = Array.from({ length: 500 }, (_, index) => index + 100).filter(
    (status) => retryDelay(0, 'GET', answered(status), now) !== undefined,
  )
  expect(retried).toEqual([408, 413, 429, 500, 502, 503, 504])
})

test('a method that acts each time is never tried again', () => {
  const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'PATCH']
  const retried = methods.filter((method) => retryDelay(0, method, { kind: 'broken' }, now) !== undefined)
  expect(retried).toEqual(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
})

test('a Retry-After in seconds or as a date counts, and does not shorten the wait', () => {
  const after = (text: string) => retryDelay(0, 'GET', answered(429, { 'retry-after': text }), now)
  expect(after('2')).toBe(2000)
  expect(after('0')).toBe(300)
  expect(after('Sat, 21 Nov 2026 12:00:05 GMT')).toBe(5000)
  expect(after('Sat, 21 Nov 2026 11:00:00 GMT')).toBe(300)
  expect(after('soon')).toBe(300)
})
