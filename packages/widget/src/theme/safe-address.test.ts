import { expect, test } from 'vitest'
import { safeLink, safePicture, safeSource } from './safe-address.js'

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\tjavascript:alert(1)',
  'java\nscript:alert(1)',
  ' \u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://a.example/x',
  '//evil.example',
  '\\\\evil.example',
  'file:///etc/passwd',
  'about:blank',
  'example.com',
  'https:evil.example',
  'http:/evil.example',
  '',
])('%j is not opened', (address) => {
  expect(safeLink(address)).toBeUndefined()
  expect(safeSource(address)).toBeUndefined()
})

test.each(['https://a.example/x?y=1', 'http://a.example', 'mailto:a@b.example', 'tel:+331', 'sms:+331'])(
  '%s is',
  (address) => {
    expect(safeLink(address)).toBe(address)
  },
)

test('only web addresses are loaded from', () => {
  expect(safeSource('https://a.example/x.png')).toBe('https://a.example/x.png')
  expect(safeSource('mailto:a@b.example')).toBeUndefined()
  expect(safeSource('https:evil.example')).toBeUndefined()
})

test.each(['data:image/png;base64,AA==', 'data:image/svg+xml,%3Csvg/%3E', 'https://a.example/x.png'])(
  '%s is shown as a picture',
  (address) => {
    expect(safePicture(address)).toBe(address)
  },
)

test.each([
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xmlx,x',
  ' data:image/png;base64,AA==',
  'javascript:alert(1)',
])('%j is not', (address) => {
  expect(safePicture(address)).toBeUndefined()
})
