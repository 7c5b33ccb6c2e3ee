import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { group } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

it('takes captions for a video that is a file, by upload, and offers none for a player', async () => {
  const video = { id: 'v', type: 'video', content: { url: 'https://files.example/v.mp4' } }
  const audio = { id: 'a', type: 'audio', content: { url: 'https://files.example/a.mp3' } }
  const id = await tests.service.make({
    name: 'Heard',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
    groups: [group('g', [video, audio], { x: 300, title: 'Media' })],
  })
  const { url, token } = tests.service
  const page = await openSignedIn(tests.browser, { url, token }, `/bots/${id}`)
  await page.locator('[data-block-id="v"]').click()
  const captions = page.getByLabel('Captions', { exact: true })
  await captions.waitFor()
  const file = { name: 'de.vtt', mimeType: '', buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHallo') }
  await page.getByLabel('File for Captions').setInputFiles(file)
  await expect.poll(() => captions.inputValue()).toMatch(/\.vtt$/)
  const address = await captions.inputValue()
  const read = await fetch(address)
  expect(read.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  await captions.fill('')
  await page.getByLabel('Address', { exact: true }).fill('https://www.youtube.com/watch?v=abc')
  await captions.waitFor({ state: 'detached' })
  await page.locator('[data-block-id="a"]').click()
  await page.getByLabel('Transcript', { exact: true }).fill('Hello')
  await expect
    .poll(async () => (await tests.service.call('GET', `bots/${id}`)).bot.groups[0].blocks[1].content.transcript)
    .toBe('Hello')
  expect(page.problems).toEqual([])
  await page.leave()
})
