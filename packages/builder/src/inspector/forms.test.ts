import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { blockSchemas } from '@colloquy/flow'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newBlock } from '../catalogue/new-block.js'
import { launchBrowser, openSignedIn } from '../testing/browser.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser

const people = createServer((_, response) => {
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ people: [{ name: 'Ada' }, { name: 'Alan' }] }))
})

beforeAll(async () => {
  await new Promise<void>((done) => people.listen(0, '127.0.0.1', done))
  const settings = { EGRESS_ALLOW: `127.0.0.1:${(people.address() as AddressInfo).port}` }
  ;[service, browser] = await Promise.all([runService({ settings }), launchBrowser()])
})

afterAll(async () => {
  people.close()
  await browser?.close()
  await service?.close()
})

const types = (Object.keys(blockSchemas) as (keyof typeof blockSchemas)[]).filter((type) => type !== 'start')

/** Every type of block, each in a group of its own, with an answer where it has answers. */
function botOfEverything() {
  let count = 0
  const newId = () => `id${count++}`
  const groups = types.map((type, index) => ({
    id: `g${index}`,
    title: type,
    graphCoordinates: { x: (index % 8) * 400, y: Math.floor(index / 8) * 300 },
    blocks: [{ ...newBlock(type, newId), id: `b${index}` }],
  }))
  return { name: 'Everything', groups, edges: [], variables: [{ id: 'v', name: 'Kept' }] }
}

async function open(page: Page, index: number) {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/g${index}/b${index}`)
  await page.locator(`.side-body[data-form="b${index}"]`).waitFor()
  await page
    .locator('.rich-text:empty, .code-editor:empty >> nth=0')
    .waitFor({ state: 'detached', timeout: 500 })
    .catch(() => {})
}

const controlSelector = [
  'input:not([type="file"]):not([type="color"])',
  'select',
  'textarea',
  '[contenteditable="true"]',
]
  .map((it) => `.side-body ${it}`)
  .join(', ')

/** Gives every control of the form another value, one that its kind allows; those that come up on the way too. */
const changeAll = (page: Page) =>
  page.evaluate(async (selector) => {
    const setter = (element: Element) => Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!.set!
    const put = async (element: HTMLInputElement, value: string, event: string) => {
      element.focus()
      setter(element).call(element, value)
      element.dispatchEvent(new Event(event, { bubbles: true }))
      await new Promise((done) => setTimeout(done))
    }
    const controls = () => [...document.querySelectorAll<HTMLInputElement>(selector)]
    for (let index = 0; index < controls().length; index += 1) {
      for (const details of document.querySelectorAll<HTMLDetailsElement>('.side-body details')) details.open = true
      const control = controls()[index]!
      if (control.isContentEditable) continue
      if (control.type === 'checkbox') control.click()
      else if (control.type === 'select-one') {
        const values = [...(control as unknown as HTMLSelectElement).options].map(({ value }) => value)
        await put(control, values.filter((value) => value !== '').at(-1) ?? values[0]!, 'change')
      } else {
        const isVariable = control.hasAttribute('list')
        await put(control, isVariable ? 'Kept' : '7', 'input')
        if (control.getAttribute('aria-invalid') === 'true') await put(control, 'en', 'input')
        if (isVariable) control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      }
      await new Promise((done) => setTimeout(done))
    }
  }, controlSelector)

/** What all controls of the form show, by their names. */
const shown = (page: Page) =>
  page.locator(controlSelector).evaluateAll((all) =>
    all.map((element) => {
      const control = element as HTMLInputElement
      const name = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? ''
      if (control.isContentEditable) return `${name}: ${control.innerText.trim()}`
      return `${name}: ${control.type === 'checkbox' ? control.checked : control.value}`
    }),
  )

it('keeps what is entered in each field of the form of every block', async () => {
  const botId = await service.make(botOfEverything())
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.locator('.react-flow__node').first().waitFor()
  const entered: Record<string, string[]> = {}
  for (const [index, type] of types.entries()) {
    await open(page, index)
    await changeAll(page)
    for (const editor of await page.locator('.side-body [contenteditable="true"]').all()) {
      await editor.click()
      await page.keyboard.type('x')
    }
    entered[type] = await shown(page)
    expect(await page.locator('.side-body .wrong').count(), type).toBe(0)
  }
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  await page.reload()
  await page.locator('.react-flow__node').first().waitFor()
  for (const [index, type] of types.entries()) {
    await open(page, index)
    await expect.poll(() => shown(page), { message: type }).toEqual(entered[type])
  }
  expect(page.problems).toEqual([])
  await page.context().close()
})

it('tries a request, and saves the part of its answer that is pressed', async () => {
  const url = `http://127.0.0.1:${(people.address() as AddressInfo).port}/`
  const options = { webhook: { method: 'GET', url } }
  const group = {
    id: 'g',
    title: 'G',
    graphCoordinates: { x: 0, y: 0 },
    blocks: [{ id: 'b', type: 'Webhook', options }],
  }
  const botId = await service.make({ name: 'Asking', groups: [group] })
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.locator('.block-head').click()
  await page.getByRole('button', { name: 'Send the request now' }).click()
  await page.getByRole('button', { name: 'Save name of each element' }).first().click()
  await page.getByLabel('Variable 1', { exact: true }).fill('Names')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save data.people[1].name', exact: true }).click()
  await page.getByLabel('Variable 2', { exact: true }).fill('Second')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send the request now' }).click()
  await page.getByText('Names = ["Ada","Alan"]').waitFor()
  await page.getByText('Second = Alan').waitFor()
  expect(page.problems).toEqual([])
  await page.context().close()
})

it('writes lists, one in another, and keeps what it does not know', async () => {
  const strange = {
    type: 'p',
    children: [{ text: 'Ask ' }, { type: 'mention', id: 'x1', children: [{ text: 'Ada' }] }, { text: '' }],
  }
  const botId = await service.make({
    name: 'Lists',
    edges: [],
    variables: [],
    groups: [
      {
        id: 'g',
        title: 'Words',
        graphCoordinates: { x: 300, y: 0 },
        blocks: [
          { id: 't', type: 'text', content: { richText: [strange, { type: 'p', children: [{ text: 'Tea' }] }] } },
        ],
      },
    ],
  })
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.locator('.group').waitFor()
  await page.evaluate(() => {
    location.hash = '#/g/t'
  })
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.getByText('Tea').click()
  await page.keyboard.press('End')
  await page.keyboard.type(', of')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await message.locator('ul > li').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('China')
  await message.locator('ul ul > li', { hasText: 'China' }).waitFor()
  await page.getByRole('button', { name: 'Numbered list' }).click()
  await message.locator('ul ol > li', { hasText: 'China' }).waitFor()
  const item = (text: string, ...more: object[]) => ({
    type: 'li',
    children: [{ type: 'lic', children: [{ text }] }, ...more],
  })
  await expect
    .poll(async () => (await service.call('GET', `bots/${botId}`)).bot.groups[0].blocks[0].content.richText, {
      timeout: 25_000,
    })
    .toEqual([strange, { type: 'ul', children: [item('Tea, of', { type: 'ol', children: [item('China')] })] }])
  expect(page.problems).toEqual([])
  await page.context().close()
})
