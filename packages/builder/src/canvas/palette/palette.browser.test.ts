import { expect, it } from 'vitest'
import { openSignedIn } from '../../testing/browser.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

it('builds a flow of five blocks with five clicks on an empty canvas', async () => {
  const botId = await tests.service.make({ name: 'Clicked', variables: [], edges: [], groups: [] })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  const types = ['text', 'text input', 'text', 'choice input', 'email input']
  for (const type of types) await page.locator(`.palette-block[data-type="${type}"]`).click()
  const draft = async () => (await tests.service.call('GET', `bots/${botId}`)).bot
  await expect.poll(async () => (await draft()).groups[0]?.blocks.map((it: { type: string }) => it.type)).toEqual(types)
  const { groups, edges, events } = await draft()
  expect(edges).toMatchObject([{ from: { eventId: events[0].id }, to: { groupId: groups[0].id } }])
  await page.leave()
})

it('keeps favourites and recent blocks at the top, and folds services until they are searched for', async () => {
  const botId = await tests.service.make({ name: 'Kept', variables: [], edges: [], groups: [] })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  const part = (name: string) =>
    page.locator('.palette-part').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await page.locator('.palette-block[data-type="rating input"]').focus()
  await page.keyboard.press('f')
  await part('Favourites').getByRole('button', { name: 'Rating', exact: true }).click()
  await page.locator('.side-body[data-form] :focus').waitFor()
  await page.getByRole('button', { name: 'Add Wait to favourites' }).click()
  await page.locator('.palette-block[data-type="Wait"]').focus()
  await page.keyboard.press('f')
  await page.locator('.palette-block[data-type="text"]').click()
  await part('Recent').getByRole('button', { name: 'Text', exact: true }).waitFor()

  const zendesk = page.locator('.palette-block[data-type="zendesk"]')
  expect(await zendesk.isVisible()).toBe(false)
  await page.getByLabel('Search blocks').fill('zendesk')
  await zendesk.waitFor()

  await page.reload()
  await part('Favourites').getByRole('button', { name: 'Rating', exact: true }).waitFor()
  expect(await part('Favourites').locator('.palette-block').count()).toBe(1)
  await page.getByRole('button', { name: 'Hide the blocks' }).click()
  await page.getByRole('complementary', { name: 'Blocks' }).getByRole('button', { name: 'Add Rating' }).waitFor()
  await page.leave()
})
