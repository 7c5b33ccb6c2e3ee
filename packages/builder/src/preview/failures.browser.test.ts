import { expect, it } from 'vitest'
import { openPage, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const begins = {
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'First' } }],
  variables: [{ id: 'v', name: 'Answer' }],
}

/** Blocks that cannot do what they should, what the preview says about each, and what its button says. */
const failing = {
  'a model without an account': {
    block: {
      type: 'openai',
      options: { action: 'Create chat completion', messages: [{ role: 'user', content: 'Hi' }] },
    },
    line: 'OpenAI did not run: no account.',
    button: 'Add account…',
  },
  'a request to an address that is not allowed': {
    block: { type: 'Webhook', options: { webhook: { url: 'http://127.0.0.1:9/', method: 'GET' } } },
    line: 'HTTP request did not run: its request was refused.',
    button: 'Show it',
  },
  'a script that throws': {
    block: {
      type: 'Set variable',
      options: { variableId: 'v', isCode: true, expressionToEvaluate: 'throw new Error(1)' },
    },
    line: 'Set variable did not run: its code failed.',
    button: 'Show it',
  },
} as const

it.each(Object.entries(failing))(
  'shows the author in the preview that %s did not run, and marks it',
  async (_, { block, line, button }) => {
    const bot = {
      name: 'Failing',
      ...begins,
      groups: [group('First', [{ id: 'b', ...block }, words('t', 'Well.')], { x: 300 })],
    }
    const botId = await tests.service.make(bot)
    const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
    await page.getByRole('banner').getByRole('button', { name: 'Preview', exact: true }).click()
    await chatOf(page).getByText('Well.').waitFor()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    const shown = preview.locator('.failure')
    await shown.getByText(line).waitFor()
    await page.locator('[data-block-id="b"][data-failed="true"]').waitFor()
    expect(await preview.locator('.preview-logs').isVisible()).toBe(true)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/failure-${block.type}.png` })
    await shown.getByRole('button', { name: button }).click()
    await page.locator('.side-body[data-form="b"]').waitFor()
    if (button === 'Add account…') {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'API key' }).waitFor()
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/add-account.png` })
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await preview.getByRole('button', { name: 'Close the preview' }).click()
    await expect.poll(() => page.locator('[data-failed="true"]').count()).toBe(0)
    expect(page.problems).toEqual([])
    await page.leave()
  },
)

it('shows visitors nothing about it, not even in what the service sends', async () => {
  const { block } = failing['a model without an account']
  const bot = { name: 'Failing', ...begins, groups: [group('First', [{ id: 'b', ...block }, words('t', 'Well.')])] }
  const botId = await tests.service.make(bot)
  await tests.service.call('POST', `bots/${botId}/publish`, {})
  const { publicId } = (await tests.service.call('GET', `bots/${botId}`)).bot
  const page = await openPage(tests.browser)
  const sent: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      void response
        .text()
        .then((text) => sent.push(text))
        .catch(() => undefined)
  })
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await page.getByText('Well.', { exact: true }).waitFor()
  const started = await fetch(`${tests.service.url}/api/v1/bots/${publicId}/startChat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { logs } = await started.json()
  expect(logs.length).toBeGreaterThan(0)
  for (const log of logs) expect(Object.keys(log).sort()).toEqual(['description', 'status'])
  expect([...sent, await page.content()].join('')).not.toMatch(/missing-credentials|did not run|OpenAI/)
  await page.leave()
})
