import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { type RunningService, runService } from '../testing/running-service.js'

let models: Awaited<ReturnType<typeof chatStandIn>>
let service: RunningService
let browser: Browser
let botId: string

const at = { x: 0, y: 0 }
const flow = (credentialsId: string) => ({
  name: 'Helper',
  publicId: 'helper',
  events: [{ id: 'e', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed' }],
  edges: [{ id: 'ed', from: { eventId: 'e' }, to: { groupId: 'g' } }],
  variables: [{ id: 'v', name: 'Answer' }],
  groups: [
    {
      id: 'g',
      title: 'Help',
      graphCoordinates: at,
      blocks: [
        {
          id: 'model',
          type: 'groq',
          options: {
            action: 'Create chat completion',
            credentialsId,
            model: 'a-model',
            messages: [{ role: 'user', content: 'Hi' }],
            responseMapping: [{ item: 'Message content', variableId: 'v' }],
          },
        },
      ],
    },
  ],
})

beforeAll(async () => {
  models = await chatStandIn()
  const settings = {
    EGRESS_ALLOW: models.entry,
    COLLOQUY_MODEL_PRICES: '{"currency":"EUR","models":{"a-*":{"in":1000,"out":1000}}}',
  }
  ;[service, browser] = await Promise.all([runService({ settings }), shareBrowser()])
  const { call, workspaceId } = service
  const data = { apiKey: modelKey, baseUrl: `${models.url}/v1` }
  const made = await call('POST', 'credentials', { workspaceId, credentials: { type: 'groq', name: 'Models', data } })
  const { bot } = await call('POST', 'bots', { workspaceId, bot: flow(made.credentialsId) })
  botId = bot.id
  await call('POST', `bots/${botId}/publish`)
  models.says({ text: 'Hello' })
  await call('POST', 'bots/helper/startChat', {})
  models.failWith({ status: 401, json: { error: { message: 'Incorrect API key provided' } } })
  await call('POST', 'bots/helper/startChat', {})
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
  await models?.close()
})

it('shows how calls to each service go, and why the last one failed', async () => {
  const page = await openSignedIn(browser, service, `/workspaces/${service.workspaceId}/settings/integrations`)
  const card = page.getByRole('region', { name: 'Groq' })
  await card.getByText('Failing', { exact: true }).waitFor()
  await card.getByText('Incorrect API key provided').waitFor()
  await card.getByText('of 2 calls').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const shots = process.env.SHOTS
  if (!shots) return
  await page.screenshot({ path: `${shots}/health.png` })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  await page.screenshot({ path: `${shots}/health-phone.png` })
})

it('shows authors what a block has used up, in the settings of the bot and beside the block', async () => {
  const page = await openSignedIn(browser, service, `/bots/${botId}/settings`)
  const row = page.getByRole('row', { name: 'Help · Groq' })
  await row.getByText('€0.015').waitFor()
  await row.scrollIntoViewIfNeeded()
  expect(await findBarriers(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/by-block.png` })
  await row.getByRole('link', { name: 'Help · Groq' }).click()
  await page.getByText('This month: 15 tokens, €0.015').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/in-panel.png` })
})
