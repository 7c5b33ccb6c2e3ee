import { expect, test } from 'vitest'
import { acceptList, isAllowedType } from './uploads.js'

test.each([
  ['a.png', 'image/png', ['image/*'], true],
  ['a.PDF', 'application/pdf', ['.pdf'], true],
  ['a.pdf', '', ['pdf'], true],
  ['a.pdf', 'application/pdf', ['application/pdf'], true],
  ['a.png.exe', 'image/png', ['.png'], false],
  ['a.svg', 'image/svg+xml', ['image/png', '.jpg'], false],
])('%s of type %s in %o: %s', (name, type, types, isAllowed) => {
  expect(isAllowedType({ name, type }, types)).toBe(isAllowed)
})

test('a file field takes extensions with a dot and types as they are', () => {
  expect(acceptList(['png', '.pdf', 'image/*'])).toBe('.png,.pdf,image/*')
})
