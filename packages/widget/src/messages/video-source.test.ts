import { expect, test } from 'vitest'
import { aspectRatio, videoSource } from './video-source.js'

test.each([
  [{ type: 'youtube', id: 'a_-1' }, 'https://www.youtube.com/embed/a_-1?autoplay=1'],
  [
    { type: 'youtube', id: 'a', queryParamsStr: '?start=30', isAutoplayEnabled: false },
    'https://www.youtube.com/embed/a?start=30',
  ],
  [
    { type: 'youtube', id: 'a', url: 'youtube-nocookie.com/embed/a', isAutoplayEnabled: false },
    'https://www.youtube-nocookie.com/embed/a',
  ],
  [
    { type: 'vimeo', id: '1', queryParamsStr: '?h=ab1', isAutoplayEnabled: false },
    'https://player.vimeo.com/video/1?h=ab1',
  ],
  [{ type: 'vimeo', id: '1', isAutoplayEnabled: false }, 'https://player.vimeo.com/video/1'],
  [{ type: 'tiktok', id: '1' }, 'https://www.tiktok.com/embed/v2/1'],
  [{ type: 'gumlet', id: 'x' }, 'https://play.gumlet.io/embed/x?autoplay=true'],
] as const)('%o plays at %s', (content, url) => {
  expect(videoSource(content)).toEqual({ kind: 'player', url })
})

test('an id cannot lead elsewhere', () => {
  expect(videoSource({ type: 'youtube', id: '../../evil' })).toBeUndefined()
  expect(videoSource({ type: 'url', url: 'javascript:alert(1)' })).toBeUndefined()
})

test.each([
  ['9/16', '9 / 16'],
  ['4:3', '4 / 3'],
  ['1; background: red', '16 / 9'],
  ['0/1', '16 / 9'],
  [undefined, '16 / 9'],
])('the ratio %s is %s', (text, ratio) => {
  expect(aspectRatio(text)).toBe(ratio)
})
