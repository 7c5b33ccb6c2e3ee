import { expect, test } from 'vitest'
import { readUrl } from './read-url.js'

test('an address with an umlaut stays one, however often it is read', () => {
  const hosts = new Set<string | undefined>()
  for (let count = 0; count < 50_000; count++) hosts.add(readUrl('https://b\u00fccher.example')?.host)
  expect([...hosts]).toEqual(['xn--bcher-kva.example'])
})

test('a text that is not an address is undefined, and a path is read against its base', () => {
  expect(readUrl('bücher')).toBeUndefined()
  expect(readUrl('/a', 'https://one.example/b')?.href).toBe('https://one.example/a')
})
