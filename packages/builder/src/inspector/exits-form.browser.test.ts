import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser

beforeAll(async () => {
  ;[service, browser] = await Promise.all([runService(), shareBrowser()])
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
})

const options = { action: 'Create chat completion' }
const flow = {
  name: 'Ways out',
  groups: [
    { id: 'g1', title: 'Ask', graphCoordinates: { x: 0, y: 0 }, blocks: [{ id: 'b1', type: 'groq', options }] },
    { id: 'g2', title: 'Sorry', graphCoordinates: { x: 400, y: 80 }, blocks: [{ id: 'b2', type: 'text' }] },
  ],
  edges: [],
  variables: [],
}

it('adds an exit, connects it without a mouse, and keeps both', async () => {
  const botId = await service.make(flow)
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.locator('.react-flow__node').first().waitFor()
  await page.evaluate(() => {
    location.hash = '#/g1/b1'
  })
  const form = page.locator('.side-body[data-form="b1"]')
  await form.getByRole('button', { name: 'If it fails' }).click()
  await page.locator('.block-row[data-kind="exit"]', { hasText: 'If it fails' }).waitFor()
  expect(await page.locator('.react-flow__edge').count()).toBe(0)
  await form.getByRole('button', { name: 'Connect If it fails' }).click()
  await page.getByRole('option', { name: 'Sorry' }).click()
  await page.locator('.react-flow__edge').waitFor()
  await form.getByRole('button', { name: 'If it fails leads to Sorry: change' }).waitFor()
  expect(await findBarriers(page, undefined, '.side-body')).toEqual([])
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/exits-light.png` })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: `${process.env.SHOTS}/exits-dark.png` })
  }
  await page.getByText('Saved', { exact: false }).first().waitFor()
  await page.reload()
  await page.locator('.block-row[data-kind="exit"]', { hasText: 'If it fails' }).waitFor()
  await page.locator('.react-flow__edge').waitFor()
  await form.getByRole('button', { name: 'Remove "If it fails"' }).click()
  await page.locator('.react-flow__edge').waitFor({ state: 'detached' })
  expect(await page.locator('.block-row[data-kind="exit"]').count()).toBe(0)
  expect(page.problems).toEqual([])
})
