import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

it('says in the settings, in a block and beside the address that scripts do not run on the page of the bot', async () => {
  const botId = await tests.service.make({
    name: 'Measured',
    groups: [group('First', [words('t1', 'Hi'), { id: 'p1', type: 'Pixel', options: {} }], { x: 300 })],
    edges: [],
    settings: { metadata: { tagManagerId: 'GTM-ABC123' } },
  })
  await tests.service.call('POST', `bots/${botId}/publish`)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/settings`)
  await page.getByText('Head code and Tag Manager do not run on this bot’s own page').waitFor()
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await page.getByText('Tag Manager and Pixel do not run on this bot’s own page').waitFor()
  await page.getByRole('link', { name: 'Build' }).click()
  await page.locator('[data-block-id="p1"] .block-head').click()
  await page.getByText('Pixel does not run on this bot’s own page').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
