import { resultStatus } from '@colloquy/flow'
import { expect, it } from 'vitest'
import { statusName, valueName } from './result-names.js'

it('names states in English as exports do, and calls a result without answers neither completed nor in progress', () => {
  const states = [true, false].flatMap((hasStarted) =>
    [true, false].map((isCompleted) => ({ hasStarted, isCompleted })),
  )
  expect(states.map(statusName)).toEqual(states.map(resultStatus))
  expect(states.map(statusName)).toEqual(['Completed', 'In progress', 'Completed', 'Without answers'])
})

it('names known values of a field by their labels, pages by their hosts and campaigns as such', () => {
  const names = ['page', 'web:shop.example', 'utm:letter / email', 'unknown', 'constructor'].map((value) =>
    valueName('source', value),
  )
  expect(names).toEqual(['Chat page', 'shop.example', 'Campaign letter / email', 'Unknown', 'constructor'])
  expect(valueName('device', 'phone')).toBe('Phone')
})
