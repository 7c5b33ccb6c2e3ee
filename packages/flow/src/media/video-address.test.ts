import { expect, test } from 'vitest'
import { pageWithoutVideo, videoSource } from './video-address.js'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', undefined],
  ['https://www.youtube.com/watch?feature=share&v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', undefined],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'youtube', 'dQw4w9WgXcQ', '?start=42'],
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLa&index=2#t=1m5s',
    'youtube',
    'dQw4w9WgXcQ',
    '?start=65&list=PLa',
  ],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?si=x', 'youtube', 'dQw4w9WgXcQ', undefined],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', undefined],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=7&end=9', 'youtube', 'dQw4w9WgXcQ', '?start=7&end=9'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', undefined],
  ['https://www.youtube.com/embed/videoseries?list=PLa', 'youtube', 'videoseries', '?list=PLa'],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', undefined],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', undefined],
  ['youtube.com/v/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', undefined],
  [
    '<iframe width="560" src="https://www.youtube.com/embed/abc_-1?start=3&amp;x=1"></iframe>',
    'youtube',
    'abc_-1',
    '?start=3',
  ],
  ['https://youtu.be/abc?t=30', 'youtube', 'abc', '?start=30'],
  ['https://youtu.be/abc?si=x&t=1h', 'youtube', 'abc', '?start=3600&si=x'],
  [' youtu.be/abc ', 'youtube', 'abc', undefined],
  ['https://vimeo.com/649301125', 'vimeo', '649301125', undefined],
  ['https://vimeo.com/649301125/abc123def?share=copy', 'vimeo', '649301125', '?h=abc123def'],
  ['https://player.vimeo.com/video/649301125?h=abc123def&badge=0', 'vimeo', '649301125', '?h=abc123def'],
  ['https://vimeo.com/channels/staffpicks/649301125', 'vimeo', '649301125', undefined],
  ['https://vimeo.com/groups/shortfilms/videos/649301125', 'vimeo', '649301125', undefined],
  ['https://vimeo.com/showcase/42/video/649301125', 'vimeo', '649301125', undefined],
  ['https://www.tiktok.com/@a.b/video/7222222222222222222?lang=de', 'tiktok', '7222222222222222222', undefined],
  ['https://www.tiktok.com/embed/v2/7222222222222222222', 'tiktok', '7222222222222222222', undefined],
  ['https://www.gumlet.com/watch/62b-a/', 'gumlet', '62b-a', undefined],
  ['https://play.gumlet.io/embed/62b-a', 'gumlet', '62b-a', undefined],
])('%s is a video of its provider', (address, type, id, queryParamsStr) => {
  const { url: _, ...source } = videoSource(address)
  expect(source).toEqual({ type, id, ...(queryParamsStr && { queryParamsStr }) })
  expect(pageWithoutVideo(address)).toBeUndefined()
})

test.each([
  ['https://x.co/a.mp4?sig=1&t=2#t=3', 'https://x.co/a.mp4?sig=1&t=2#t=3'],
  ['files.example.com/a.mp4', 'https://files.example.com/a.mp4'],
  ['/api/files/a.mp4', '/api/files/a.mp4'],
  ['{{Video}}', '{{Video}}'],
  ['https://notyoutube.com/watch?v=dQw4w9WgXcQ', 'https://notyoutube.com/watch?v=dQw4w9WgXcQ'],
  ['https://onedrive.live.com/embed?id=1', 'https://onedrive.live.com/download?id=1'],
  ['https://www.dropbox.com/s/a/b.mp4?dl=0', 'https://www.dropbox.com/s/a/b.mp4?raw=1'],
])('%s is a file', (address, url) => {
  expect(videoSource(address)).toEqual({ type: 'url', url })
  expect(pageWithoutVideo(address)).toBeUndefined()
})

test('the recognized part of an address has its short form', () => {
  expect(videoSource('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3').url).toBe('youtube.com/watch?v=dQw4w9WgXcQ')
  expect(videoSource('https://vimeo.com/76979871').url).toBe('vimeo.com/76979871')
})

test.each([
  ['https://www.youtube.com/@channel', 'YouTube'],
  ['https://www.youtube.com/playlist?list=PLa', 'YouTube'],
  ['https://vimeo.com/user1', 'Vimeo'],
  ['https://vm.tiktok.com/ZM1/', 'TikTok'],
  ['https://www.loom.com/share/ab12', 'Loom'],
  ['https://acme.wistia.com/medias/ab12', 'Wistia'],
  ['https://www.dailymotion.com/video/x1', 'Dailymotion'],
  ['drive.google.com/file/d/1/view', 'Google Drive'],
])('%s is a page of %s without a video that can be played', (address, name) => {
  expect(pageWithoutVideo(address)).toBe(name)
})
