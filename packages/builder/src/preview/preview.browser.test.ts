import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { answer, chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const ask = (id: string, variableId: string, outgoingEdgeId?: string) => ({
  id,
  type: 'text input',
  options: { variableId },
  ...(outgoingEdgeId && { outgoingEdgeId }),
})

const asking = {
  name: 'Asking',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } },
    { id: 'e1', from: { blockId: 'a1' }, to: { groupId: 'Second' } },
  ],
  variables: [
    { id: 'v1', name: 'Name' },
    { id: 'v2', name: 'Town' },
  ],
  groups: [
    group('First', [words('t1', 'Who are you?'), ask('a1', 'v1', 'e1')], { x: 300 }),
    group(
      'Second',
      [
        words('t2', 'Where do you live, {{Name}}?'),
        ask('a2', 'v2'),
        { id: 'call', type: 'Webhook', options: { webhook: { url: 'http://127.0.0.1:9/', method: 'GET' } } },
        words('t3', 'So {{Name}} of {{Town}}.'),
        ask('a3', 'v2'),
      ],
      { x: 700 },
    ),
  ],
}

it('runs the draft in the widget, follows edits, and takes other values for variables', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${await tests.service.make(asking)}`)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const chat = chatOf(page)
  await chat.getByText('Who are you?').waitFor()
  await page.locator('[data-block-id="a1"][data-running="true"]').waitFor()

  await answer(page, 'Ada')
  await chat.getByText('Where do you live, Ada?').waitFor()
  await page.locator('[data-block-id="a2"][data-running="true"]').waitFor()

  await expect.poll(() => page.getByLabel('Value of Name').inputValue()).toBe('Ada')
  await page.getByLabel('Value of Name').fill('Grace')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Value of Name').inputValue()).toBe('Grace')
  await page.locator('[data-block-id="t3"] .block-head').click()
  await page.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Edited.')
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  await page.getByText('from the next answer on the chat follows your edits').waitFor()
  await answer(page, 'Rome')
  await chat.getByText('So Grace of Rome. Edited.').waitFor()

  await page.locator('.preview-logs .tag.danger').waitFor()
  await page.getByRole('button', { name: 'Restart' }).click()
  await chat.getByText('Who are you?').waitFor()
  await expect.poll(() => chat.getByText('Where do you live').count()).toBe(0)

  await page.getByRole('button', { name: 'Preview from Second' }).click()
  await chat.getByText('Where do you live').waitFor()
  await expect.poll(() => chat.getByText('Who are you?').count()).toBe(0)
  await page.getByText('from Second').waitFor()
  expect(page.problems).toEqual([])
  expect(page.elsewhere).toEqual([])
  await page.leave()
})

it('runs scripts that came with a file only on request', async () => {
  const flow = {
    ...asking,
    edges: [asking.edges[0]],
    groups: [
      group(
        'First',
        [
          {
            id: 's1',
            type: 'Set variable',
            options: { variableId: 'v1', expressionToEvaluate: '20 + 22', isExecutedOnClient: true },
          },
          words('t1', 'It is {{Name}}.'),
          ask('a1', 'v2'),
        ],
        { x: 300 },
      ),
    ],
  }
  const bot = { version: '6', theme: {}, settings: {}, ...flow }
  const body = { workspaceId: tests.service.workspaceId, bot, enableSafetyFlags: true }
  const made = await tests.service.call('POST', 'bots/import', body)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${made.bot.id}`)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByText('They are switched off').waitFor()
  await chatOf(page).getByText('It is').waitFor()
  await expect.poll(() => chatOf(page).getByText('It is 42.').count()).toBe(0)
  await page.getByRole('button', { name: 'Run them' }).click()
  await chatOf(page).getByText('It is 42.').waitFor()
  await expect.poll(() => page.getByText('They are switched off').count()).toBe(0)
  await page.leave()
})
