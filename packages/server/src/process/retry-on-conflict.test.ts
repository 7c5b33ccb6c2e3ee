import { ApiError } from '@colloquy/api'
import { expect, it } from 'vitest'
import { retryOnConflict } from './retry-on-conflict.js'

it('continues for as many times as others came first', async () => {
  let attempts = 0
  const written = await retryOnConflict(async () => {
    attempts += 1
    return attempts <= 100 ? undefined : `attempt ${attempts}`
  })
  expect(written).toBe('attempt 101')
})

it('ends with what an attempt throws', async () => {
  let attempts = 0
  const refused = retryOnConflict(async () => {
    attempts += 1
    if (attempts === 2) throw new ApiError('session_ended')
    return undefined
  })
  await expect(refused).rejects.toMatchObject({ code: 'session_ended' })
  expect(attempts).toBe(2)
})
