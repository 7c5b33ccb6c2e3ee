/** Runs around every test: whatever reaches `Object.prototype` in one of them would change the process for all. */
import { afterEach, expect } from 'vitest'

const shapes = [Object, Array, Function, String].map(({ name, prototype }) => ({
  name,
  prototype,
  keys: Reflect.ownKeys(prototype),
  enumerable: Object.keys(prototype),
}))

afterEach(() => {
  for (const { name, prototype, keys, enumerable } of shapes) {
    expect(Reflect.ownKeys(prototype), `${name}.prototype was changed by this test`).toEqual(keys)
    expect(Object.keys(prototype)).toEqual(enumerable)
  }
})
