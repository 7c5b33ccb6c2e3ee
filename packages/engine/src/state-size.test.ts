import { expect, test } from 'vitest'
import type { Session } from './session.js'
import { jsonBytes, StateSize } from './state-size.js'

test.each(['plain', '"quotes" \\ and \n lines', 'ä ß €', '👋🏽', '\u0000\u001f\u007f', '\ud800 alone', '\udc00\ud800'])(
  'the bytes of %j are counted as JSON has them',
  (text) => {
    expect(jsonBytes(text)).toBe(Buffer.byteLength(JSON.stringify(text)))
  },
)

const session = (variables: Record<string, string>): Session => ({
  version: 1,
  channel: 'web',
  mode: 'live',
  frames: [{ programId: 'p', variables, answers: [{ key: 'k', value: 'v' }], queue: [] }],
  visitedEdgeCount: 0,
  idCount: 0,
})

test('new values leave less space, and smaller ones free it', () => {
  const variables: Record<string, string> = {}
  const state = session(variables)
  const size = new StateSize(state, 10_000)
  expect(size.takesVariable(variables, 'a', 'x'.repeat(6000))).toBe(true)
  variables.a = 'x'.repeat(6000)
  expect(size.takesVariable(variables, 'b', 'x'.repeat(6000))).toBe(false)
  expect(size.takesVariable(variables, 'a', 'y'.repeat(7000))).toBe(true)
  variables.a = 'y'
  size.hasShrunk()
  expect(size.takesVariable(variables, 'b', 'x'.repeat(6000))).toBe(true)
  expect(size.takesTexts('x'.repeat(6000))).toBe(false)
})

test('a value that fits only as it is written, not by a glance, is taken', () => {
  const variables: Record<string, string> = {}
  const size = new StateSize(session(variables), 10_000)
  expect(size.takesVariable(variables, 'a', '€'.repeat(2000))).toBe(true)
  expect(size.takesVariable(variables, 'a', '€'.repeat(3000))).toBe(false)
})

test('values of private tokens count towards the size', () => {
  const size = new StateSize({ ...session({}), masks: { '[email-1]': 'x'.repeat(9000) } }, 10_000)
  expect(size.takesTexts('x'.repeat(1000))).toBe(false)
})
