import { resultLabels, resultStatus } from '@colloquy/flow'
import { expect, it } from 'vitest'
import { columnNames, statusName } from './result-names.js'

it('names columns and states in English as exports do', () => {
  expect(columnNames).toEqual(resultLabels)
  for (const isCompleted of [true, false]) expect(statusName({ isCompleted })).toBe(resultStatus({ isCompleted }))
})
