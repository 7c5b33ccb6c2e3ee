import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '../testing/browser.js'
import { asks } from '../testing/flow-of.js'
import { visiting } from '../testing/visit.js'

const tests = visiting()
const vtt = 'WEBVTT\n\n00:00.000 --> 10:00.000\nHello'

/** The hosted page of a bot that shows a message; hosts answer with the same captions, and permit pages to read them. */
async function visit(type: string, content: object) {
  const { publicId } = await tests.bot([{ id: 'media', type, content }, asks('text input')])
  const page = await tests.page()
  const headers = { 'access-control-allow-origin': '*' }
  await page.route('**/*.vtt', (route) => route.fulfill({ contentType: 'text/vtt', headers, body: vtt }))
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await page.locator('.composer').waitFor()
  return page
}

const captionsOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) =>
    [...video.textTracks].map(({ kind, label, language, mode, cues }) => ({
      ...{ kind, label, language, mode },
      texts: [...(cues ?? [])].map((cue) => (cue as VTTCue).text),
    })),
  )
const german = { kind: 'captions', label: 'Deutsch', language: 'de', mode: 'showing', texts: ['Hello'] }
const video = { url: 'http://127.0.0.1:9/v.mp4', isAutoplayEnabled: false, captionsLanguage: 'de' }

test('a video shows the captions of its page, and a copy of those from another host', async () => {
  const own = await visit('video', { ...video, captionsUrl: `${tests.service.url}/a.vtt` })
  await expect.poll(() => captionsOf(own), { timeout: 20_000 }).toEqual([german])
  const foreign = await visit('video', { ...video, captionsUrl: 'http://127.0.0.1:9/a.vtt' })
  await expect.poll(() => captionsOf(foreign), { timeout: 20_000 }).toEqual([german])
  expect(await foreign.locator('track').getAttribute('src')).toMatch(/^blob:/)
})

test('a video without captions has no track, and neither has one with an unsafe address', async () => {
  for (const content of [video, { ...video, captionsUrl: 'javascript:alert(1)' }]) {
    const page = await visit('video', content)
    await page.locator('video').waitFor()
    expect(await page.locator('track').count()).toBe(0)
  }
})

test('a recording has its transcript behind a button, as plain text', async () => {
  const content = { url: 'http://127.0.0.1:9/a.mp3', isAutoplayEnabled: false }
  const page = await visit('audio', { ...content, transcript: 'Hello\n<b>you</b>' })
  const words = page.getByText('<b>you</b>')
  expect(await words.isVisible()).toBe(false)
  await page.getByText('Show transcript').click()
  await words.waitFor()
  await expectAccessible(page)
  const silent = await visit('audio', content)
  await silent.locator('audio').waitFor()
  expect(await silent.getByText('Show transcript').count()).toBe(0)
})
