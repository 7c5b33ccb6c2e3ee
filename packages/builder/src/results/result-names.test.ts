import { resultStatus } from '@colloquy/flow'
import { expect, it } from 'vitest'
import { statusName, valueName } from './result-names.js'

it('names states in English as exports do', () => {
  for (const isCompleted of [true, false]) expect(statusName({ isCompleted })).toBe(resultStatus({ isCompleted }))
})

it('names known values of a field by their labels, pages by their hosts and campaigns as such', () => {
  const names = ['page', 'web:shop.example', 'utm:letter / email', 'unknown', 'constructor'].map((value) =>
    valueName('source', value),
  )
  expect(names).toEqual(['Chat page', 'shop.example', 'Campaign letter / email', 'Unknown', 'constructor'])
  expect(valueName('device', 'phone')).toBe('Phone')
})
