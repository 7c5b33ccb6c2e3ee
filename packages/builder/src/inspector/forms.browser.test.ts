import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BlockType } from '@colloquy/flow'
import { integrationTypes } from '@colloquy/flow/integrations'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newBlock } from '../catalogue/new-block.js'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { choose, offeredBy } from '../testing/choose.js'
import { controlSelector, shownBy } from '../testing/form-controls.js'
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
  ;[service, browser] = await Promise.all([runService({ settings }), shareBrowser()])
})

afterAll(async () => {
  people.close()
  if (browser) await endVisits(browser)
  await service?.close()
})

/** A bot with one new block of each type, each in a separate group. */
function botWith(types: readonly BlockType[]) {
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
  const empty = page.locator('.side-body :is(.rich-text, .code-editor):empty')
  await expect.poll(() => empty.evaluateAll((all) => all.filter((it) => !it.shadowRoot).length)).toBe(0)
}

/** Opens the form of one block of a bot. */
async function openForm(
  flow: object,
  hash: string,
): Promise<{ page: Awaited<ReturnType<typeof openSignedIn>>; botId: string }> {
  const botId = await service.make(flow)
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.locator('.react-flow__node').first().waitFor()
  await showForm(page, hash)
  return { page, botId }
}

const showForm = (page: Page, hash: string) =>
  page.evaluate((next) => {
    location.hash = next
  }, hash)

/** Changes the value of every control in the form to another valid one, including controls that appear meanwhile. */
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
      else if (control.matches('.select')) {
        control.click()
        const options = () => [...document.querySelectorAll<HTMLElement>('.select-list[data-open] [role="option"]')]
        while (options().length === 0) await new Promise((done) => setTimeout(done))
        const all = options()
        // "Add account…" is an action, not a value.
        const chosen = all.filter(({ dataset: { value } }) => value !== '' && value !== ' add').at(-1) ?? all[0]!
        chosen.click()
        while (options().length > 0) await new Promise((done) => setTimeout(done))
      } else {
        const isVariable = control.matches('[role="combobox"]')
        await put(control, isVariable ? 'Kept' : '7', 'input')
        if (control.getAttribute('aria-invalid') === 'true') await put(control, 'en', 'input')
        if (isVariable) control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      }
      await new Promise((done) => setTimeout(done))
    }
  }, controlSelector)

it('keeps what is entered in each field of the form of every integration', async () => {
  const types = integrationTypes
  const botId = await service.make(botWith(types))
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
    entered[type] = await shownBy(page)
    expect(await page.locator('.side-body .wrong').count(), type).toBe(0)
  }
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  await page.reload()
  await page.locator('.react-flow__node').first().waitFor()
  for (const [index, type] of types.entries()) {
    await open(page, index)
    await expect.poll(() => shownBy(page), { message: type }).toEqual(entered[type])
  }
  expect(page.problems).toEqual([])
  await page.leave()
}, 240_000)

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
  await page.getByRole('button', { name: 'Send test request' }).click()
  await page.getByRole('button', { name: 'Save name of each element' }).first().click()
  const isFocused = (field: HTMLElement) => field === document.activeElement
  expect(await page.getByLabel('Variable 1', { exact: true }).evaluate(isFocused)).toBe(true)
  await page.keyboard.type('Names')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save data.people[1].name', exact: true }).click()
  await page.getByLabel('Variable 2', { exact: true }).fill('Second')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send test request' }).click()
  await page.getByText('Names = ["Ada","Alan"]').waitFor()
  await page.getByText('Second = Alan').waitFor()
  await page.getByLabel('Name of the example').fill('Two people')
  await page.getByRole('button', { name: 'Save as example' }).click()
  const stored = async () => (await service.call('GET', `bots/${botId}`)).bot.groups[0].blocks[0].options
  await expect.poll(async () => (await stored()).responseExamples?.[0]?.name).toBe('Two people')
  await page.reload()
  await page.locator('.block-head').click()
  await page.getByText('Two people', { exact: true }).click()
  await page.getByRole('button', { name: 'Save data.people[0].name', exact: true }).click()
  await expect.poll(async () => (await stored()).responseVariableMapping?.[2]?.bodyPath).toBe('data.people[0].name')
  await page.getByRole('button', { name: 'Delete example “Two people”' }).click()
  await expect.poll(async () => (await stored()).responseExamples).toBe(undefined)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('shows the address to call of a block that waits for a call, and sends a test call to the running preview', async () => {
  const block = { id: 'b', type: 'webhook' }
  const group = { id: 'g', title: 'G', graphCoordinates: { x: 300, y: 0 }, blocks: [block] }
  const start = { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }
  const edges = [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }]
  const { page, botId } = await openForm({ name: 'Waiting', events: [start], edges, groups: [group] }, '#/g/b')
  const address = (rest: string) => `${service.url}/api/v1/bots/${botId}/blocks/b/${rest}`
  await page.getByText(address('results/RESULT_ID/executeWebhook'), { exact: true }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('group', { name: 'Conversations' }).getByRole('button', { name: 'Preview' }).click()
  await page.getByText(address('web/executeTestWebhook'), { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send a test call' }).click()
  await page.getByText('Test call sent').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('fills in a request from a curl command as one edit, and says what is wrong with another', async () => {
  const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [{ id: 'b', type: 'Webhook' }] }
  const { page, botId } = await openForm({ name: 'Curl', groups: [group] }, '#/g/b')
  await page.getByRole('button', { name: 'Paste curl' }).click()
  const field = page.getByLabel('curl command')
  await field.fill('curl -d @body.json https://api.example')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByRole('alert').getByText('The body is read from the file').waitFor()
  expect(await findBarriers(page, undefined, '.side')).toEqual([])
  await field.fill(`curl -X PUT 'https://api.example/users?page=2' -k -H 'X-Key: abc' --data-raw '{"name":"Ada"}'`)
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByText('Filled in without --insecure.').waitFor()
  expect(await page.getByLabel('Method').innerText()).toBe('PUT')
  const stored = async () => (await service.call('GET', `bots/${botId}`)).bot.groups[0].blocks[0].options
  await expect.poll(stored).toMatchObject({
    isCustomBody: true,
    webhook: {
      url: 'https://api.example/users',
      method: 'PUT',
      queryParams: [{ key: 'page', value: '2' }],
      headers: [{ key: 'X-Key', value: 'abc' }, { key: 'Content-Type' }],
      body: '{"name":"Ada"}',
    },
  })
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/curl.png` })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await stored())?.webhook?.url).toBe(undefined)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('offers each method of a request once', async () => {
  const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [{ id: 'b', type: 'Webhook' }] }
  const { page } = await openForm({ name: 'Methods', groups: [group] }, '#/g/b')
  expect(await offeredBy(page.getByLabel('Method'))).toEqual([
    'POST',
    'GET',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
  ])
  await page.leave()
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
      timeout: 60_000,
    })
    .toEqual([strange, { type: 'ul', children: [item('Tea, of', { type: 'ol', children: [item('China')] })] }])
  expect(page.problems).toEqual([])
  await page.leave()
})

it('adds the account of a block without leaving its form', async () => {
  const group = { id: 'g', title: 'Pay', graphCoordinates: { x: 300, y: 0 } }
  const { page } = await openForm(
    { name: 'Shop', groups: [{ ...group, blocks: [{ id: 'b', type: 'payment input' }] }] },
    '#/g/b',
  )
  await choose(page.getByRole('combobox', { name: 'Account' }), 'Add account…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Our Stripe')
  await dialog.getByLabel('Secret key', { exact: true }).fill('sk_live_0123456789abcdef')
  await dialog.getByLabel('Publishable key', { exact: true }).fill('pk_live_0123456789abcdef')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('combobox', { name: 'Account' }).innerText()).toBe('Our Stripe')
  await page.leave()
})

it('takes any model where the service does not list its models, and says why', async () => {
  const { credentialsId } = await service.call('POST', 'credentials', {
    workspaceId: service.workspaceId,
    credentials: { type: 'groq', name: 'Down', data: { apiKey: 'a-key', baseUrl: 'http://127.0.0.1:9' } },
  })
  const options = { action: 'Create chat completion', credentialsId }
  const group = { id: 'g', title: 'Ask', graphCoordinates: { x: 300, y: 0 } }
  const flow = { name: 'Unlisted', groups: [{ ...group, blocks: [{ id: 'b', type: 'groq', options }] }] }
  const { page, botId } = await openForm(flow, '#/g/b')
  await page.getByText('Port 9 of 127.0.0.1 is not open').waitFor()
  await page.getByLabel('Model', { exact: true }).fill('my-own-model')
  await page.keyboard.press('Tab')
  await expect
    .poll(async () => (await service.call('GET', `bots/${botId}`)).bot.groups[0].blocks[0].options.model)
    .toBe('my-own-model')
  await page.leave()
})

it('names the groups of a linked bot and the blocks of a Jump', async () => {
  const at = { graphCoordinates: { x: 300, y: 0 } }
  const other = await service.make({ name: 'Other', groups: [{ id: 'og', title: 'Their group', ...at, blocks: [] }] })
  const text = { id: 't', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Good day' }] }] } }
  const link = { id: 'link', type: 'Bot link', options: { botId: other } }
  const jump = { id: 'jump', type: 'Jump', options: { groupId: 'g' } }
  const { page, botId } = await openForm(
    { name: 'This', groups: [{ id: 'g', title: 'Own group', ...at, blocks: [text, link, jump] }] },
    '#/g/link',
  )
  const groups = () => offeredBy(page.getByRole('combobox', { name: 'Group', exact: true }))
  await expect.poll(groups).toEqual(['Not set', 'Their group'])
  await choose(page.getByLabel('Bot', { exact: true }), 'This bot')
  await expect.poll(groups).toEqual(['Not set', 'Own group'])
  await showForm(page, '#/g/jump')
  await choose(page.getByLabel('Block', { exact: true }), '1. Text: Good day')
  await expect
    .poll(async () => (await service.call('GET', `bots/${botId}`)).bot.groups[0].blocks[2].options.blockId)
    .toBe('t')
  await page.leave()
})

it('keeps the caret behind a variable that was put into a text', async () => {
  const group = { id: 'g', title: 'Mail', graphCoordinates: { x: 300, y: 0 } }
  const flow = {
    name: 'Mail',
    variables: [{ id: 'v', name: 'Name' }],
    groups: [{ ...group, blocks: [{ id: 'b', type: 'Redirect' }] }],
  }
  const { page } = await openForm(flow, '#/g/b')
  const field = page.locator('.side-body input.text').first()
  await field.fill('https://example.com/')
  await page
    .getByRole('button', { name: /^Put a variable into/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Name', exact: true }).click()
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.type('/x')
  await expect.poll(() => field.inputValue()).toBe('https://example.com/{{Name}}/x')
  await page.leave()
})

it('reorders the branches of a condition by keyboard', async () => {
  const items = ['One', 'Two'].map((value) => ({
    id: value,
    content: { comparisons: [{ id: `c${value}`, comparisonOperator: 'Equal to', value }] },
  }))
  const group = { id: 'g', title: 'Branches', graphCoordinates: { x: 300, y: 0 } }
  const flow = { name: 'Branches', groups: [{ ...group, blocks: [{ id: 'b', type: 'Condition', items }] }] }
  const { page, botId } = await openForm(flow, '#/g/b')
  await page.getByRole('button', { name: 'Move branch 2 up' }).press('Enter')
  const order = async () =>
    (await service.call('GET', `bots/${botId}`)).bot.groups[0].blocks[0].items.map(({ id }: { id: string }) => id)
  await expect.poll(order).toEqual(['Two', 'One'])
  await page.leave()
})

it('gives a variable a default value', async () => {
  const flow = { name: 'Defaults', groups: [], variables: [{ id: 'v', name: 'City' }] }
  const botId = await service.make(flow)
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.getByRole('button', { name: 'Variables', exact: true }).click()
  await page.getByRole('button', { name: /^Where City is used/ }).click()
  await page.getByLabel('Default value').fill('Paris')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await service.call('GET', `bots/${botId}`)).bot.variables[0].value).toBe('Paris')
  await page.leave()
})

it('names values that do not explain themselves', async () => {
  const group = { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks: [{ id: 'b', type: 'file input' }] }
  const { page } = await openForm({ name: 'Cameras', groups: [group] }, '#/g/b')
  await page.getByText('Advanced').click()
  expect(await offeredBy(page.getByLabel('Camera of phones'))).toEqual(['Not set', 'Rear camera', 'Front camera'])
  await page.leave()
})

it('folds what most authors leave alone, and opens it where something of it is set', async () => {
  const blocks = [
    { id: 'plain', type: 'Email' },
    { id: 'set', type: 'Email', options: { cc: ['ada@example.com'] } },
  ]
  const group = { id: 'g', title: 'Mail', graphCoordinates: { x: 0, y: 0 }, blocks }
  const { page } = await openForm({ name: 'Folded', groups: [group] }, '#/g/plain')
  const copies = page.getByRole('textbox', { name: 'Cc', exact: false }).first()
  await page.locator('.side-body[data-form="plain"]').getByText('Advanced').waitFor()
  expect(await copies.isVisible()).toBe(false)
  await page.getByText('Advanced').click()
  await copies.waitFor()
  await showForm(page, '#/g/set')
  await page.locator('.side-body[data-form="set"]').getByText('Advanced').waitFor()
  await copies.waitFor()
  expect(await copies.inputValue()).toBe('ada@example.com')
})

it('switches a part of a form by its name, and shows its fields only while it is on', async () => {
  const blocks = [{ id: 'files', type: 'file input' }]
  const group = { id: 'g', title: 'Files', graphCoordinates: { x: 0, y: 0 }, blocks }
  const { page } = await openForm({ name: 'Part', groups: [group] }, '#/g/files')
  const form = page.locator('.side-body[data-form="files"]')
  const part = form.getByRole('group', { name: 'Allowed file types' })
  await form.getByRole('switch', { name: 'Allowed file types' }).click()
  await part.waitFor()
  await form.getByRole('switch', { name: 'Allowed file types' }).click()
  await part.waitFor({ state: 'detached' })
  await page.leave()
})
