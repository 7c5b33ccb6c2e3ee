import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { group } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

it('a message that is added to a model block is one of the visitor, ready to be written', async () => {
  const model = { id: 'm', type: 'openai', options: { action: 'Create chat completion' } }
  const id = await tests.service.make({
    name: 'Asks a model',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
    groups: [group('g', [model], { x: 300, title: 'Model' })],
  })
  const { url, token } = tests.service
  const page = await openSignedIn(tests.browser, { url, token }, `/bots/${id}`)
  await page.locator('[data-block-id="m"]').click()
  const messages = page.getByRole('group', { name: 'Messages', exact: true })
  await messages.getByRole('button', { name: 'Add', exact: true }).click()
  await messages.getByLabel('Content', { exact: true }).waitFor()
  await expect
    .poll(async () => (await tests.service.call('GET', `bots/${id}`)).bot.groups[0].blocks[0].options.messages)
    .toEqual([{ role: 'user' }])
  expect(page.problems).toEqual([])
  await page.leave()
})
