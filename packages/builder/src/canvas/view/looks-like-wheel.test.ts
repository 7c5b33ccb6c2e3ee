import { expect, it } from 'vitest'
import { looksLikeWheel } from './looks-like-wheel.js'

it.each([
  ['a notch in Chromium on Windows or Linux', { deltaMode: 0, deltaX: 0, deltaY: 100, wheelDeltaY: -120 }],
  ['two notches on a scaled screen', { deltaMode: 0, deltaX: 0, deltaY: 160, wheelDeltaY: -240 }],
  ['a slow notch in Chromium on a Mac', { deltaMode: 0, deltaX: 0, deltaY: -4.000244140625, wheelDeltaY: 120 }],
  ['a notch in Firefox', { deltaMode: 1, deltaX: 0, deltaY: 3, wheelDeltaY: -144 }],
])('takes %s for a wheel', (_, turn) => {
  expect(looksLikeWheel(turn)).toBe(true)
})

it.each([
  ['fingers that begin to move', { deltaMode: 0, deltaX: 0, deltaY: 1, wheelDeltaY: -3 }],
  ['fingers that move aslant', { deltaMode: 0, deltaX: -12, deltaY: 40, wheelDeltaY: -120 }],
  ['fingers that move sideways', { deltaMode: 0, deltaX: 7, deltaY: 0, wheelDeltaY: 0 }],
  ['fingers on a trackpad of Windows', { deltaMode: 0, deltaX: 0, deltaY: 2.5, wheelDeltaY: -3 }],
  ['what tells no notches', { deltaMode: 0, deltaX: 0, deltaY: 12 }],
])('does not mistake %s for a wheel', (_, turn) => {
  expect(looksLikeWheel(turn)).toBe(false)
})
