import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisits, openPage, shareBrowser } from './testing/browser.js'
import { owner, runService } from './testing/running-service.js'

let browser: Browser
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(async () => {
  if (browser) await endVisits(browser)
})

/** A page that counts the clicks and taps of a person over all addresses that it shows; keys that act like a click count, too. */
async function countingPage(options: BrowserContextOptions) {
  const page = await openPage(browser, options)
  page.setDefaultTimeout(60_000)
  await page.addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        if (isTrusted) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
      },
      true,
    )
  })
  return Object.assign(page, { clicks: () => page.evaluate(() => Number(sessionStorage.getItem('clicks'))) })
}

const desktop: BrowserContextOptions = {}
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

it.each([
  ['desktop', desktop],
  ['phone', phone],
])('the first start leads to a link to share in five clicks on a %s', async (_, options) => {
  const service = await runService({ isNew: true })
  try {
    const page = await countingPage(options)
    await page.goto(`${service.url}/#token=${service.token}`)
    await page.getByLabel('Your name').fill(owner.name)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Newsletter signup' }).click()
    await page.getByRole('button', { name: 'Use template' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const live = page.getByRole('dialog', { name: 'Your bot is live' })
    await live.getByRole('button', { name: /^Copy http/ }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/c\//)
    expect(await page.clicks()).toBeLessThanOrEqual(5)
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect((await fetch(link)).status).toBe(200)
    expect(page.problems).toEqual([])
    await page.leave()
  } finally {
    await service.close()
  }
})

it('a phone corrects a text, tries the chat and publishes it in eight taps', async () => {
  const service = await runService()
  try {
    const richText = [{ type: 'p', children: [{ text: 'Helo' }] }]
    const input = { id: 'input', type: 'text input', options: {} }
    const botId = await service.make({
      name: 'Phone',
      variables: [],
      events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'edge' }],
      edges: [{ id: 'edge', from: { eventId: 'start' }, to: { groupId: 'group' } }],
      groups: [
        {
          id: 'group',
          title: 'Welcome',
          graphCoordinates: { x: 300, y: 0 },
          blocks: [{ id: 'text', type: 'text', content: { richText } }, input],
        },
      ],
    })
    const page = await countingPage(phone)
    await page.goto(`${service.url}/bots/${botId}#token=${service.token}`)
    await page.getByRole('treeitem', { name: /Helo/ }).click()
    const text = page.getByRole('textbox', { name: 'Message' })
    await text.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Hello')
    await page.locator('.saving', { hasText: 'Saved' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
    await page.frameLocator('.preview-frame').getByRole('log').getByText('Hello', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog', { name: 'Your bot is live' }).waitFor()
    expect(await page.clicks()).toBeLessThanOrEqual(8)
    const { publishedBot } = await service.call('GET', `bots/${botId}/publishedBot`)
    expect(JSON.stringify(publishedBot.groups)).toContain('Hello')
    expect(page.problems).toEqual([])
    await page.leave()
  } finally {
    await service.close()
  }
})
