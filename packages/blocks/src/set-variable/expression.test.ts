import { expect, test } from 'vitest'
import { evaluateExpression } from './expression.js'

const scope = new Map<string, unknown>([
  ['vA', 'Bob'],
  ['vN', 41],
  ['vL', ['a', 'b']],
])

test.each([
  ['vN + 1', 42],
  ['1 + 2 * 3 - -1', 8],
  ['vA + "!"', 'Bob!'],
  ['vL.length > 1 ? "many" : "one"', 'many'],
  ['!(vN === 41)', false],
])('%s is evaluated', (code, value) => {
  expect(evaluateExpression(code, scope)).toEqual({ value })
})

test.each(['Hi vA!', 'plain text', 'foo.bar()', 'vA.constructor', 'return ((', '('.repeat(500)])(
  '%s is not a small expression',
  (code) => {
    expect(evaluateExpression(code, scope)).toBeUndefined()
  },
)

test('An expression whose operators work on more than 100,000 characters is left to the sandbox', () => {
  const text = 'x'.repeat(60_000)
  const long = new Map<string, unknown>([
    ['vT', text],
    ['vL', [text]],
  ])
  expect(evaluateExpression('vT + "!"', long)).toEqual({ value: `${text}!` })
  for (const code of ['vT + vT', 'vL == vL', `1${' + 1'.repeat(3000)}`])
    expect(evaluateExpression(code, long)).toBeUndefined()
})
