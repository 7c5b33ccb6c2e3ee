import { expect, test } from 'vitest'
import { countries } from './countries.js'
import { fullNumber } from './phone-input.js'

test.each([
  ['06 12 34 56 78', '33', '+33 6 12 34 56 78'],
  ['+44 20 7946 0018', '33', '+44 20 7946 0018'],
  ['0044 20 7946 0018', '33', '+44 20 7946 0018'],
  ['(020) 7946 0018', '44', '+44 20 7946 0018'],
  ['06 1234', '39', '+39 06 1234'],
  ['33612345678', undefined, '+33612345678'],
])('%s in a country of %s is sent as %s', (text, calling, sent) => {
  expect(fullNumber(text, calling)).toBe(sent)
})

test('countries have names in the language of the visitor, in its order', () => {
  const list = countries('de')
  expect(list.length).toBeGreaterThan(230)
  expect(list.find(({ code }) => code === 'AT')).toEqual({ code: 'AT', calling: '43', name: 'Österreich', flag: '🇦🇹' })
  const names = list.map(({ name }) => name)
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'de')))
})
