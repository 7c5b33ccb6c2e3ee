import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser
let chat: Awaited<ReturnType<typeof chatStandIn>>
let credentialsId: string

beforeAll(async () => {
  chat = await chatStandIn()
  const settings = { EGRESS_ALLOW: chat.entry }
  ;[service, browser] = await Promise.all([runService({ settings }), shareBrowser()])
  const credentials = { type: 'groq', name: 'Models', data: { apiKey: modelKey, baseUrl: `${chat.url}/v1` } }
  const { workspaceId } = service
  credentialsId = (await service.call('POST', 'credentials', { workspaceId, credentials })).credentialsId
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
  await chat?.close()
})

const flowOf = () => ({
  name: 'Alone',
  groups: [
    {
      id: 'g1',
      title: 'Ask',
      graphCoordinates: { x: 0, y: 0 },
      blocks: [
        {
          id: 'b1',
          type: 'groq',
          options: {
            action: 'Create chat completion',
            credentialsId,
            model: 'a-model',
            messages: [{ role: 'user', content: 'Where is {{Order}}?' }],
            responseMapping: [{ item: 'Message content', variableId: 'v2' }],
          },
        },
      ],
    },
  ],
  edges: [],
  variables: [
    { id: 'v1', name: 'Order', value: '7' },
    { id: 'v2', name: 'Answer' },
  ],
})

it('runs one block with the values that it reads, and shows the variables, messages and exit, or why it failed', async () => {
  const botId = await service.make(flowOf())
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.locator('.react-flow__node').first().waitFor()
  await page.evaluate(() => {
    location.hash = '#/g1/b1'
  })
  const part = page.getByRole('group', { name: 'Run this block' })
  const order = part.getByRole('textbox', { name: 'Order' })
  expect(await order.inputValue()).toBe('7')
  expect(await part.getByRole('textbox').count()).toBe(1)
  await order.fill('12')
  chat.says({ text: 'On its way.' })
  await part.getByRole('button', { name: 'Run block' }).click()
  await part.getByText('On its way.').first().waitFor()
  await part.getByText('groq: a-model').click()
  await part.getByText('11 tokens in, 4 out').waitFor()
  expect(await part.locator('pre').first().textContent()).toContain('Where is 12?')
  expect(await findBarriers(page, undefined, '.side-body')).toEqual([])
  if (process.env.SHOTS) {
    await part.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env.SHOTS}/trial-light.png` })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.screenshot({ path: `${process.env.SHOTS}/trial-dark.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await part.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env.SHOTS}/trial-phone.png` })
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  chat.says({ text: '' })
  await part.getByRole('button', { name: 'Run block' }).click()
  await part.locator('.notice.danger').first().waitFor()
  expect(page.problems).toEqual([])
})

it('shows at its account, and at the credentials of the workspace, that a model is paused after errors', async () => {
  const botId = await service.make(flowOf())
  const pages = await Promise.all([
    openSignedIn(browser, service, `/bots/${botId}`),
    openSignedIn(browser, service, `/workspaces/${service.workspaceId}/settings/credentials`),
  ])
  chat.forget()
  const down = { status: 503, headers: { 'retry-after-ms': '1' }, json: {} }
  chat.says(...Array.from({ length: 200 }, () => ({ answer: down })))
  for (const [index, page] of pages.entries()) {
    // A pause that is over before the page has come is longer after the next call.
    const seen = async () => {
      for (let call = 0; call < 5; call++) await service.call('POST', `bots/${botId}/blocks/b1/try`, {})
      await page.reload()
      if (index === 0) {
        await page.locator('.react-flow__node').first().waitFor()
        await page.evaluate(() => {
          location.hash = '#/'
          location.hash = '#/g1/b1'
        })
      }
      const mark = page.getByText('a-model is paused after errors until')
      return mark.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    }
    await expect.poll(seen, { timeout: 60_000 }).toBe(true)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/paused-${index}.png` })
  }
  chat.forget()
})
