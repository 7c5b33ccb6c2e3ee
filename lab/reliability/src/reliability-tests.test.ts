import { expect, test } from 'vitest'
import { counted } from './counts.js'
import { boundOf, failuresOf } from './reliability-test.js'
import { reliabilityTests } from './reliability-tests.js'

test('every reliability test has its own id', () => {
  expect(new Set(reliabilityTests.map(({ id }) => id)).size).toBe(reliabilityTests.length)
})

test('a reliability test that tested nothing, or whose negative control was not noticed, fails', () => {
  const sound = { tries: 1, counts: counted`nothing`, problems: [] }
  expect(failuresOf(sound)).toEqual([])
  expect(failuresOf({ ...sound, tries: 0 })).toEqual(['Nothing was tested.'])
  const controls = [{ name: 'a lost turn', found: 0, of: 1 }]
  expect(failuresOf({ ...sound, controls })).toEqual(['The negative control "a lost turn" was not noticed.'])
})

test('a bound is rounded up', () => {
  expect([1, 20, 1000, 2000, 213, 209_012].map(boundOf)).toEqual([
    '≤ 95 %',
    '≤ 14 %',
    '≤ 0.3 %',
    '≤ 0.15 %',
    '≤ 1.4 %',
    '≤ 0.0015 %',
  ])
})
