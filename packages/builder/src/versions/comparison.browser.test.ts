import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { group, words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

async function published(name: string, text: string): Promise<string> {
  const botId = await tests.service.make({
    name,
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g1' } }],
    groups: [group('g1', [words('t', text)], { x: 300, title: 'Hello' })],
  })
  await tests.service.call('POST', `bots/${botId}/publish`, { note: `${name} in spring` })
  return botId
}

it('compares a version with nothing, the draft, and versions of other bots, in words and on the canvas', async () => {
  await published('Shop in Spain', 'Buenos días')
  const botId = await published('Shop', 'Good day')
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/versions`)
  await page.getByRole('button', { name: /Shop in spring/ }).click()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await comparison.getByText('Text “Good day”').waitFor()
  const base = comparison.getByLabel('Compared with')
  await choose(base, 'Draft')
  await comparison.getByText('Shop in spring and Draft are the same.').waitFor()
  await choose(base, 'Shop in Spain')
  await comparison.getByText('Text: “Buenos días” → “Good day”').waitFor()
  expect(await comparison.getByLabel('Its version').innerText()).toContain('Shop in Spain in spring')
  await comparison.getByText('Canvas', { exact: true }).click()
  await comparison.getByText('~ changed').first().waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
