import { expect, test } from 'vitest'
import { findTypes } from './find-types.js'

const types = (search: string) => findTypes(search).map(([type]) => type)

test.each([
  ['email', 'email input'],
  ['e-mail', 'email input'],
  ['ab test', 'AB test'],
  ['a/b', 'AB test'],
  ['webhook', 'webhook'],
  ['url', 'url input'],
  ['delay', 'Wait'],
  ['goto', 'Jump'],
  ['upload', 'file input'],
  ['nps', 'rating input'],
  ['dropdown', 'choice input'],
  ['checkbox', 'choice input'],
  ['iframe', 'embed'],
  ['youtube', 'video'],
  ['gif', 'image'],
  ['calendar', 'date input'],
  ['chatgpt', 'openai'],
  ['stripe', 'payment input'],
  ['code', 'Code'],
  ['api', 'Webhook'],
  ['link', 'url input'],
  ['BUTT', 'choice input'],
  ['end', 'Return'],
])('searching for "%s" finds %s first', (search, type) => {
  expect(types(search)[0]).toBe(type)
})

test('a search finds nothing where no block has its words', () => {
  expect(types('no such block')).toEqual([])
})
