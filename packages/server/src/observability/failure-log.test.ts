import { ApiError } from '@colloquy/api'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { failureLog } from './failure-log.js'

test('failures that are alike are written every ten seconds, with how many there were; bugs and other causes each time', () => {
  const written: { code: string; alike?: number }[] = []
  const log = { error: (entry: { code: string; alike?: number }) => written.push(entry) }
  const request = { id: '1', method: 'GET', routeOptions: {}, log } as unknown as FastifyRequest
  let now = 0
  const logFailure = failureLog(() => now)
  const full = new ApiError('storage_full', { cause: new Error('database or disk is full') })
  for (now = 0; now < 25_000; now += 1_000) logFailure(request, full, full)
  expect(written.map(({ alike }) => alike)).toEqual([undefined, 9, 9])
  const away = new ApiError('storage_unavailable', { cause: new Error('ECONNREFUSED') })
  const bug = new ApiError('internal_error')
  for (const error of [away, bug, bug]) logFailure(request, error, error)
  expect(written.slice(3).map(({ code }) => code)).toEqual(['storage_unavailable', 'internal_error', 'internal_error'])
})
