import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openSignedIn } from './testing/browser.js'
import { group, words } from './testing/flow-parts.js'
import { type RunningService, runService } from './testing/running-service.js'

/** Pages that come over plain HTTP from another computer, as in many a home and office: browsers keep much of their API from them. */

let service: RunningService
let browser: Browser
let url: string
beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    runService(),
    launchBrowser('--host-resolver-rules=MAP colloquy.test 127.0.0.1'),
  ])
  url = service.url.replace('127.0.0.1', 'colloquy.test')
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

const bot = {
  name: 'Office',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'One' } }],
  groups: [group('One', [words('hello', 'Hello there'), { id: 'name', type: 'text input' }], { x: 240 })],
}

it('edits, copies and publishes a bot, and holds a chat', async () => {
  const botId = await service.make(bot)
  const page = await openSignedIn(browser, { ...service, url }, `/bots/${botId}`, { permissions: [] })
  expect(await page.evaluate('isSecureContext')).toBe(false)
  await page.locator('.block', { hasText: 'Hello there' }).locator('.block-head').click()
  const message = page.getByRole('complementary', { name: 'Details' }).getByRole('textbox', { name: 'Message' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const live = page.getByRole('dialog', { name: 'Your bot is live' })
  await live.getByRole('button', { name: /^Copy http/ }).click()
  await page.getByText('Copied').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => live.count()).toBe(0)
  const { publicId } = (await service.call('GET', `bots/${botId}`)).bot
  await message.click()
  await page.keyboard.press('Control+V')
  await expect.poll(() => message.innerText()).toContain(`${url}/c/${publicId}`)
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+C')
  await page.getByText('Block copied').waitFor()
  await page.keyboard.press('Control+V')
  await expect.poll(() => page.locator('.block', { hasText: `/c/${publicId}` }).count()).toBe(2)
  await page.goto(`${url}/bots/${botId}/share`)
  await page.getByRole('button', { name: 'Email signature' }).click()
  await page.getByRole('button', { name: 'Copy signature' }).click()
  await page.getByText('Copied. Paste it into the signature settings of your mail program.').waitFor()
  await page.goto(`${url}/c/${publicId}`)
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await page.locator('.bubble', { hasText: 'Ada' }).waitFor()
  const isOther = (problem: string) => !problem.startsWith('The Cross-Origin-Opener-Policy header has been ignored')
  expect(page.problems.filter(isOther)).toEqual([])
})
