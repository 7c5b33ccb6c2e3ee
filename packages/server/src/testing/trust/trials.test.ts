import { expect, test } from 'vitest'
import { counted } from './counts.js'
import { boundOf, failuresOf } from './trial.js'
import { trials } from './trials.js'

test('no two trials have the same id', () => {
  expect(new Set(trials.map(({ id }) => id)).size).toBe(trials.length)
})

test('a trial that tried nothing, or whose control saw nothing, has failed', () => {
  const sound = { tries: 1, counts: counted`nothing`, problems: [] }
  expect(failuresOf(sound)).toEqual([])
  expect(failuresOf({ ...sound, tries: 0 })).toEqual(['Nothing was tried.'])
  const controls = [{ name: 'a lost turn', found: 0, of: 1 }]
  expect(failuresOf({ ...sound, controls })).toEqual(['The control "a lost turn" was not noticed.'])
})

test('a bound is never told smaller than it is', () => {
  expect([1, 20, 1000, 2000, 213, 209_012].map(boundOf)).toEqual([
    '≤ 100 %',
    '≤ 15 %',
    '≤ 0.3 %',
    '≤ 0.15 %',
    '≤ 1.5 %',
    '≤ 0.0015 %',
  ])
})
