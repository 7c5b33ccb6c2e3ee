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
  await page.getByRole('dialog', { name: 'Something does not work yet' }).waitFor()
  await page.getByRole('button', { name: 'Show the problems' }).click()
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
  await page.context().close()
})
