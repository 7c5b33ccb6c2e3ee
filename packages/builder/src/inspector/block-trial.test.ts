import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBarriers, launchBrowser, openSignedIn } from '../testing/browser.js'
import { type RunningService, runService } from '../testing/running-service.js'

let service: RunningService
let browser: Browser
let chat: Awaited<ReturnType<typeof chatStandIn>>
let credentialsId: string

beforeAll(async () => {
  chat = await chatStandIn()
  const settings = { EGRESS_ALLOW: chat.entry }
  ;[service, browser] = await Promise.all([runService({ settings }), launchBrowser()])
  const credentials = { type: 'groq', name: 'Models', data: { apiKey: modelKey, baseUrl: `${chat.url}/v1` } }
  const { workspaceId } = service
  credentialsId = (await service.call('POST', 'credentials', { workspaceId, credentials })).credentialsId
})
afterAll(async () => {
  await browser?.close()
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

it('runs one block with the values that it reads, and shows what it set, sent and took, or why it failed', async () => {
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
