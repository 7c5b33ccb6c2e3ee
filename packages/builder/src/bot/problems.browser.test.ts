import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const bot = {
  name: 'Not right yet',
  variables: [{ id: 'v', name: 'Surname' }],
  groups: [
    {
      id: 'g',
      title: 'Only group',
      graphCoordinates: { x: 300, y: 0 },
      blocks: [
        words('a', 'Hello {{Surnme}} of {{Planet}}'),
        { id: 'b', type: 'text input', options: { variableId: 'v' }, outgoingEdgeId: 'gone' },
      ],
    },
  ],
  edges: [],
}

it('shows problems, mends those that it can, and warns before something broken is published', async () => {
  const botId = await tests.service.make(bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: 'Problems, 1 errors' }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('dialog', { name: '1 issue to fix before publishing' }).waitFor()
  await page.getByRole('button', { name: 'Show the problems' }).click()
  await page.locator('.problem', { hasText: 'Planet' }).getByText('Text in Only group').waitFor()
  const fixes = ['Connect to the first group', 'Write {{Surname}}', 'Create Planet', 'Remove the way out']
  for (const fix of fixes) {
    const button = page.getByRole('button', { name: fix, exact: true })
    await button.click()
    await button.waitFor({ state: 'detached' })
  }
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  const { bot: mended } = await tests.service.call('GET', `bots/${botId}`)
  expect(mended.edges).toEqual([
    { id: expect.any(String), from: { eventId: mended.events[0].id }, to: { groupId: 'g' } },
  ])
  expect(mended.groups[0].blocks[0].content.richText[0].children[0].text).toBe('Hello {{Surname}} of {{Planet}}')
  expect(mended.groups[0].blocks[1].outgoingEdgeId).toBeUndefined()
  expect(mended.variables.map(({ name }: { name: string }) => name)).toEqual(['Surname', 'Planet'])
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('reports deleted linked bots and credentials, and blocks publishing with errors if the bot is set so', async () => {
  const linkedId = await tests.service.make({ name: 'Linked' })
  const botId = await tests.service.make({
    name: 'Linking',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
    edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    groups: [
      {
        id: 'g',
        title: 'Only group',
        graphCoordinates: { x: 300, y: 0 },
        blocks: [words('a', 'Hi'), { id: 'b', type: 'Bot link', options: { botId: linkedId } }],
      },
    ],
    settings: { publishing: { isBlockedByErrors: true } },
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.getByRole('button', { name: 'Problems', exact: true }).click()
  await page.getByText('This link goes to a bot that is not published').waitFor()
  await tests.service.call('DELETE', `bots/${linkedId}`)
  // Somebody who comes back from another window finds what has changed there.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByText('This link goes to a bot that is not in this workspace').waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '1 issue to fix before publishing' })
  await dialog.getByText('The settings of this bot block publishing').waitFor()
  await dialog.getByRole('button', { name: 'Publish anyway, because…' }).click()
  const publishing = page.getByRole('dialog', { name: 'Publish', exact: true })
  await publishing.getByRole('textbox', { name: 'Publish anyway, because' }).waitFor()
  expect(await publishing.getByRole('button', { name: 'Publish anyway' }).isDisabled()).toBe(true)
  await publishing.getByRole('button', { name: 'Cancel', exact: true }).last().click()
  expect((await tests.service.call('GET', `bots/${botId}/publishedBot`)).publishedBot).toBeNull()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('says that a flow is being checked until it was, and shows no problems of a bot that was open before', async () => {
  const brokenId = await tests.service.make(bot)
  const link = { id: 'b', type: 'Bot link', options: { botId: brokenId } }
  await tests.service.call('POST', `bots/${brokenId}/publish`)
  await tests.service.make({
    name: 'Right',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
    edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    groups: [{ id: 'g', title: 'Only group', graphCoordinates: { x: 300, y: 0 }, blocks: [link] }],
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${brokenId}`)
  await page.getByRole('button', { name: 'Problems, 1 errors' }).waitFor()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  // The check of the other bot waits for whether the bot that it names exists.
  await page.route('**/references', (route) => isReleased.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Right')
  await page.getByRole('option', { name: 'Right Draft' }).click()
  await page.getByRole('button', { name: 'Problems', exact: true }).click()
  await page.getByText('Checking…').waitFor()
  release()
  await page.getByText('No problems found in this flow.').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
