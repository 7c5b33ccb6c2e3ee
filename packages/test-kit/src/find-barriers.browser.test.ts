import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBarriers } from './find-barriers.js'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.TEST_CHROMIUM, args: ['--no-sandbox'] })
  page = await browser.newPage()
})
afterAll(() => browser?.close())

const document = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>Hello</h1>${body}</main>`
const rulesOf = (found: string[]) => found.map((line) => line.split(':')[0])

it('names each barrier of a page by its rule and its place', async () => {
  await page.setContent(document('<button id="one"></button><p style="color: #ccc">Pale</p>'))
  const found = await findBarriers(page)
  expect(rulesOf(found).sort()).toEqual(['button-name', 'color-contrast'])
  expect(found.find((line) => line.startsWith('button-name: #one: '))).toBeDefined()
})

it('finds nothing twice on a page without barriers', async () => {
  await page.setContent(document('<button>Send</button>'))
  expect(await findBarriers(page)).toEqual([])
  expect(await findBarriers(page)).toEqual([])
})

it('examines only what is asked for: some rules, or what is inside of a selector', async () => {
  await page.setContent(document('<button></button><p style="color: #ccc">Pale</p><div class="good">Good</div>'))
  expect(rulesOf(await findBarriers(page, { rules: ['color-contrast'] }))).toEqual(['color-contrast'])
  expect(await findBarriers(page, { inside: '.good' })).toEqual([])
  expect(rulesOf(await findBarriers(page, { inside: '.good, p' }))).toEqual(['color-contrast'])
})

it('examines frames within frames, sandboxed ones too', async () => {
  const inner =
    '<iframe title="Inner" srcdoc="<html lang=en><title>Inner</title><main><h1>Inner</h1><input></main>"></iframe>'
  const outer = document(`<img src="data:,">${inner}`).replaceAll('"', '&quot;')
  await page.setContent(document(`<iframe title="Outer" sandbox="allow-scripts" srcdoc="${outer}"></iframe>`))
  await page.frameLocator('iframe').frameLocator('iframe').locator('input').waitFor()
  expect(rulesOf(await findBarriers(page))).toEqual(expect.arrayContaining(['image-alt', 'label']))
})
