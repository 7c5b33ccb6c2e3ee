import { expect, test } from 'vitest'
import { readPath } from './path.js'

const scope = { statusCode: 200, data: { name: 'x', 'a b': [{ c: 1 }], list: [1, 2] } }

test.each([
  ['statusCode', 200],
  ['data.name', 'x'],
  ['data["a b"][0].c', 1],
  ['data.list.length', 2],
  ['data.missing', undefined],
])('%s is read', (path, value) => {
  expect(readPath(scope, path)).toEqual({ kind: 'value', value })
})

test('a path that would throw fails, and an expression beyond a path is unsupported', () => {
  expect(readPath(scope, 'data.missing.deeper').kind).toBe('failed')
  expect(readPath(scope, 'data.__proto__').kind).toBe('failed')
  expect(readPath(scope, 'data.list.map(x => x)').kind).toBe('unsupported')
})
