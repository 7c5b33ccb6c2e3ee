import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { mcpStandIn, toolKey } from '@colloquy/test-kit/providers/mcp'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { group } from '../testing/flow-parts.js'
import { answer, chatOf } from '../testing/previewing.js'
import { type RunningService, runService } from '../testing/running-service.js'

let models: Awaited<ReturnType<typeof chatStandIn>>
let shop: Awaited<ReturnType<typeof mcpStandIn>>
let service: RunningService
let browser: Browser

beforeAll(async () => {
  ;[models, shop] = await Promise.all([chatStandIn(), mcpStandIn('stateless')])
  ;[service, browser] = await Promise.all([
    runService({ settings: { EGRESS_ALLOW: `${models.entry},${shop.entry}` } }),
    shareBrowser(),
  ])
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
  await models?.close()
  await shop?.close()
})

it('sets up an agent with a tool that asks first, and talks with it in the preview', async () => {
  const { call, make, workspaceId } = service
  const data = { apiKey: modelKey, baseUrl: `${models.url}/v1` }
  await call('POST', 'credentials', { workspaceId, credentials: { type: 'openai', name: 'Our models', data } })
  const botId = await make({
    name: 'Front desk',
    groups: [group('Desk', [{ id: 'a1', type: 'agent' }], { x: 300 })],
    variables: [{ id: 'v1', name: 'Day' }],
    edges: [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'Desk' } }],
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e1', graphCoordinates: { x: 0, y: 0 } }],
  })
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.goto(`${service.url}/bots/${botId}#/Desk/a1`)
  const form = page.locator('.side-body[data-form="a1"]')
  await choose(form.getByLabel('Account'), 'Our models')
  await form.getByLabel('Model', { exact: true }).fill('new-model')
  await form.getByRole('textbox', { name: 'Instructions' }).fill('Book a day for the visitor.')
  await form.getByRole('textbox', { name: 'First message' }).fill('Which day suits you?')
  const tools = form.getByRole('group', { name: 'Tools' })
  await tools.getByRole('button', { name: 'Add' }).last().click()
  await choose(tools.getByLabel('Kind'), 'Function')
  await tools.getByRole('textbox', { name: 'Name' }).first().fill('book')
  await tools.getByRole('textbox', { name: 'Code' }).fill('setVariable("Day", "Monday")')
  await tools.getByLabel('Ask the visitor first').check()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/agent-form.png`, fullPage: true })
  expect(await findBarriers(page, undefined, '.side-body')).toEqual([])
  await expect.poll(async () => JSON.stringify((await call('GET', `bots/${botId}`)).bot.groups)).toContain('asksFirst')
  models.says(
    { calls: [{ id: 'c1', name: 'book', arguments: '{"question_to_visitor":"Shall I book Monday?"}' }] },
    { text: 'Booked for **Monday**.' },
  )
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const chat = chatOf(page)
  await chat.getByText('Which day suits you?').waitFor()
  await answer(page, 'Monday')
  await chat.getByText('Shall I book Monday?').waitFor()
  await page.frameLocator('.preview-frame').getByRole('radio', { name: 'Yes' }).click()
  await chat.getByText('Booked for Monday.').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/agent-preview.png` })
  expect(models.received.at(-1)?.json.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'c1' })
  expect(page.problems).toEqual([])
})

it('picks tools of a server, and shows which have changed there since', async () => {
  const { call, make, workspaceId } = service
  const credentials = { type: 'mcp', name: 'Shop', data: { url: `${shop.url}/mcp`, key: toolKey } }
  await call('POST', 'credentials', { workspaceId, credentials })
  const agent = { id: 'a1', type: 'agent', options: { tools: [{ type: 'MCP server' }] } }
  const botId = await make({ name: 'Orders', groups: [group('Desk', [agent], { x: 300 })] })
  const toolsOf = async () => (await call('GET', `bots/${botId}`)).bot.groups[0].blocks[0].options.tools[0].tools
  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.goto(`${service.url}/bots/${botId}#/Desk/a1`)
  const form = page.locator('.side-body[data-form="a1"]')
  await choose(form.getByRole('group', { name: 'Tools', exact: true }).getByLabel('Account'), 'Shop')
  await form.getByRole('checkbox', { name: 'find_order read-only' }).check()
  await form.getByRole('checkbox', { name: 'cancel_order' }).check()
  await expect.poll(async () => (await toolsOf())?.length).toBe(2)
  expect((await toolsOf()).map((tool: object) => tool)).toMatchObject([
    { name: 'find_order', asksFirst: true },
    { name: 'cancel_order', asksFirst: true },
  ])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/agent-tools.png` })
  expect(await findBarriers(page, undefined, '.side-body')).toEqual([])
  const [{ hash }] = await toolsOf()
  shop.state.isAway = true
  await page.reload()
  await form.getByText('The server answered with status 503.').waitFor()
  await form.getByText('find_order', { exact: true }).waitFor()
  expect(await form.getByText('not on the server any more').count()).toBe(0)
  await form.getByText('cancel_order', { exact: true }).scrollIntoViewIfNeeded()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/agent-tools-away.png` })
  shop.state.isAway = false
  shop.state.description = 'Finds orders, and more'
  await form.getByRole('button', { name: 'Try again' }).click()
  await form.getByText('Changed on the server').waitFor()
  await form.getByText('Review the change').click()
  await form.getByText('Finds orders by their number').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/agent-tools-changed.png` })
  expect(await findBarriers(page, undefined, '.side-body')).toEqual([])
  await form.getByRole('button', { name: 'Update to the new definition' }).click()
  await expect.poll(async () => (await toolsOf())[0].hash).not.toBe(hash)
  expect(await toolsOf()).toMatchObject([{ asksFirst: true }, { asksFirst: true }])
  expect(page.problems).toEqual([])
})
