import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage, openSignedIn } from './testing/browser.js'
import { group, words } from './testing/flow-parts.js'
import { type RunningService, runService } from './testing/running-service.js'

/** Browsers that keep a part of their API from a page: one over plain HTTP from another computer, or one that may not store anything. */

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

it('edits, copies and publishes a bot over plain HTTP, and holds a chat', async () => {
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

describe('without storage', () => {
  const openWithout = async (path: string, token?: string) => {
    const page = await openPage(browser)
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
    })
    await page.goto(`${service.url}${path}${token ? `#token=${token}` : ''}`)
    return page
  }

  it('edits a bot', async () => {
    const botId = await service.make(bot)
    const page = await openWithout(`/bots/${botId}`, service.token)
    await page.locator('.block', { hasText: 'Hello there' }).locator('.block-head').click()
    await page.getByRole('button', { name: 'Drop-off', exact: true }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByRole('textbox', { name: 'Message' }).click()
    await page.keyboard.type('Again: ')
    await page.locator('.saving', { hasText: 'Saved' }).waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('shows a flow that is open to everybody, and why signing in does not work without cookies', async () => {
    const botId = await service.make(bot)
    await service.call('PATCH', `bots/${botId}`, { bot: { settings: { publicShare: { isEnabled: true } } } })
    const page = await openWithout(`/bots/${botId}`)
    await page.locator('.block', { hasText: 'Hello there' }).waitFor()
    await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }))
    await page.goto(`${service.url}/account`)
    await page.getByText('This browser blocks cookies.').waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })
})
