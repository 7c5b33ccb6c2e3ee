import { expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const groups = (ask: string) => [
  group(
    'g1',
    [
      { id: 'name', type: 'text input', options: { variableId: 'v1' } },
      words('ask', ask),
      { id: 'city', type: 'text input' },
    ],
    { x: 300, title: 'Questions' },
  ),
]

it('moves running chats to the version that was just published, by mouse and by keyboard, and says which stay and why', async () => {
  const { service, browser } = tests
  const botId = await service.make({
    name: 'Moving',
    publicId: 'moving',
    events: [{ id: 's', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g1' } }],
    variables: [{ id: 'v1', name: 'Name' }],
    groups: groups('Where do you live?'),
  })
  await service.call('POST', `bots/${botId}/publish`, {})
  const start = async () => (await service.call('POST', 'bots/moving/startChat', {})).sessionId as string
  const say = (sessionId: string, message: string) =>
    service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  const [asked, answered] = [await start(), await start()]
  await say(answered, 'Ada')
  await service.call('PATCH', `bots/${botId}`, { bot: { groups: groups('In which city?') } })
  await service.call('POST', `bots/${botId}/publish`, {})

  const page = await openSignedIn(browser, service, `/bots/${botId}`)
  await page.getByRole('button', { name: 'More about publishing' }).click()
  await page.getByRole('menuitem', { name: 'Move running chats…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move running chats' })
  await dialog.getByText('1 chat can move; 1 stays on its version.').waitFor()
  await dialog.getByText('1 × Other text').waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/count-chats.png` })
  await dialog.getByRole('button', { name: 'Move 1 chat' }).click()
  await dialog.getByText('1 chat moved; 1 stays on its version.').waitFor()
  await dialog.getByText('1 × Other text').waitFor()
  expect(await findBarriers(page, undefined, '[role="dialog"]')).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/move-chats.png` })
  expect((await say(asked, 'Ada')).messages[0].content.plainText).toBe('In which city?')

  await page.goto(`${service.url}/bots/${botId}/versions`)
  await page.locator('.release', { hasText: 'Live' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move running chats…' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('0 chats can move; 1 stays on its version.').waitFor()
  await dialog.getByRole('button', { name: 'Count again' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText('0 chats can move; 1 stays on its version.').waitFor()
  if (process.env.SHOTS) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${process.env.SHOTS}/move-chats-phone.png` })
  }
  expect(page.problems).toEqual([])
  await page.leave()
})
