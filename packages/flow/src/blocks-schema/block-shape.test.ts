import { expect, test } from 'vitest'
import { byType } from './block-shape.js'

test('byType makes an entry when it is first read, and once for all copies', () => {
  const made: string[] = []
  const make = (type: string) => {
    made.push(type)
    return { type }
  }
  const entries = byType(['text', 'image'], make)
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(entries)) as typeof entries
  expect(Object.keys(copy)).toEqual(['text', 'image'])
  expect(made).toEqual([])
  expect(copy.text).toBe(entries.text)
  expect(made).toEqual(['text'])
})
