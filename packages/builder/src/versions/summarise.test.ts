import { expect, it } from 'vitest'
import type { Difference } from './compare.js'
import { summarise } from './summarise.js'

const difference = (title: string, fate: Difference['fate'], ...lines: string[]): Difference => ({
  id: title,
  title,
  fate,
  lines,
})

it('shows each place in a line, without those that only moved on the canvas', () => {
  const differences = [
    difference('Hello', 'changed', 'Renamed', 'Text changed'),
    difference('Price', 'added', 'Text'),
    difference('Bye', 'removed', 'Text'),
    difference('Help', 'moved', 'Moved on the canvas'),
  ]
  expect(summarise(differences, 500)).toBe('Changed: Hello. Renamed (1 more)\nNew: Price. Text\nRemoved: Bye')
})

it('stays within the length of a note, and says how many places are omitted', () => {
  const differences = Array.from({ length: 300 }, (_, index) => difference(`Group ${index}`, 'added', 'Text'))
  const text = summarise(differences, 200)
  expect(text.length).toBeLessThanOrEqual(200)
  expect(text).toMatch(/^New: Group 0\. Text\n(?:.|\n)*…and 29\d more$/)
})
