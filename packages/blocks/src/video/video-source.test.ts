import { expect, test } from 'vitest'
import { videoSource } from './video-source.js'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'youtube', 'dQw4w9WgXcQ', 'youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'vimeo', '76979871', 'vimeo.com/76979871'],
  ['https://x.co/a.mp4', 'url', undefined, 'https://x.co/a.mp4'],
])('%s', (address, type, id, url) => {
  expect(videoSource(address)).toMatchObject(id === undefined ? { type, url } : { type, id, url })
})

test('a short link starts where its t says', () => {
  expect(videoSource('https://youtu.be/abc?t=30').queryParamsStr).toBe('?start=30')
})
