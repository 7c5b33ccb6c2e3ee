/** What all test files have: `vi.waitFor` waits longer, and no test may change a prototype. Vitest has no option for either. */
import { afterEach, expect, vi } from 'vitest'

/** After 20 s `vi.waitFor` gives up, and not after one: a state that is waited for comes late on a busy machine. */
const { waitFor } = vi
vi.waitFor = (attempt, options) =>
  waitFor(attempt, { timeout: 20_000, ...(typeof options === 'number' ? { timeout: options } : options) })

const shapes = [Object, Array, Function, String].map(({ name, prototype }) => ({
  name,
  prototype,
  keys: Reflect.ownKeys(prototype),
  enumerable: Object.keys(prototype),
}))

/** What reaches `Object.prototype` in one test would change the process for all. */
afterEach(() => {
  for (const { name, prototype, keys, enumerable } of shapes) {
    expect(Reflect.ownKeys(prototype), `${name}.prototype was changed by this test`).toEqual(keys)
    expect(Object.keys(prototype)).toEqual(enumerable)
  }
})
