import { expect, it } from 'vitest'
import type { Place } from './compare.js'
import { summarise } from './summarise.js'

const place = (title: string, fate: Place['fate'], ...lines: string[]): Place => ({ id: title, title, fate, lines })

it('shows each place in a line, without those that only moved on the canvas', () => {
  const places = [
    place('Hello', 'changed', 'Renamed', 'Text changed'),
    place('Price', 'added', 'Text'),
    place('Bye', 'removed', 'Text'),
    place('Help', 'moved', 'Moved on the canvas'),
  ]
  expect(summarise(places, 500)).toBe('Changed: Hello. Renamed (1 more)\nNew: Price. Text\nRemoved: Bye')
})

it('stays within the length of a note, and says how many places are omitted', () => {
  const places = Array.from({ length: 300 }, (_, index) => place(`Group ${index}`, 'added', 'Text'))
  const text = summarise(places, 200)
  expect(text.length).toBeLessThanOrEqual(200)
  expect(text).toMatch(/^New: Group 0\. Text\n(?:.|\n)*…and 29\d more$/)
})
