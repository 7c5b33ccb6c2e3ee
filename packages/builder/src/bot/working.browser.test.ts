import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openPage, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { answer, chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Working',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } }],
  variables: [{ id: 'v1', name: 'Name' }],
  groups: [
    group('First', [words('t1', 'Who are you?'), { id: 'a1', type: 'text input', options: { variableId: 'v1' } }], {
      x: 300,
    }),
    group('Second', [words('t2', 'Where do you live?')], { x: 700 }),
  ],
}

async function open(path = '') {
  const botId = await tests.service.make(flow)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}${path}`)
  await page.locator('.event').waitFor()
  return { botId, page }
}
const draftOf = async (botId: string) => (await tests.service.call('GET', `bots/${botId}`)).bot
const blocksOf = async (botId: string) =>
  (await draftOf(botId)).groups.map(({ blocks }: { blocks: { type: string }[] }) => blocks.map(({ type }) => type))

it('pastes a copied block behind the selected block, at the end of the selected group, and as a group where nothing is', async () => {
  const { botId, page } = await open()
  await page.locator('[data-block-id="a1"] .block-head').click()
  await page.locator('.canvas').focus()
  await page.keyboard.press('Control+c')
  await page.getByText('Block copied').waitFor()
  await page.locator('[data-block-id="t1"] .block-head').click()
  await page.locator('.canvas').focus()
  await page.keyboard.press('Control+v')
  await expect.poll(() => blocksOf(botId)).toEqual([['text', 'text input', 'text input'], ['text']])

  await page.locator('[data-group-id="Second"] .group-title').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Paste' }).click()
  await expect
    .poll(() => blocksOf(botId))
    .toEqual([
      ['text', 'text input', 'text input'],
      ['text', 'text input'],
    ])

  await page.locator('[data-block-id="t2"] .block-head').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Comment' }).waitFor()
  await page.getByRole('menuitem', { name: 'Cut' }).click()
  await expect.poll(() => blocksOf(botId)).toEqual([['text', 'text input', 'text input'], ['text input']])
  const canvas = (await page.locator('.canvas').boundingBox())!
  await page.mouse.click(canvas.x + 300, canvas.y + canvas.height - 120, { button: 'right' })
  await page.getByRole('menuitem', { name: 'Paste' }).click()
  await expect.poll(() => blocksOf(botId)).toEqual([['text', 'text input', 'text input'], ['text input'], ['text']])
  expect((await draftOf(botId)).groups[2].title).toBe('Group 3')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('adds a note at the cursor, or below a group that is already there', async () => {
  const { botId, page } = await open()
  await page.locator('[data-group-id="First"] .group-title').hover()
  await page.keyboard.press('n')
  await expect.poll(async () => (await draftOf(botId)).groups.length).toBe(3)
  const { groups } = await draftOf(botId)
  expect(groups[2].graphCoordinates.y).toBeGreaterThan(150)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('says that the bot was deleted elsewhere, and hands out the copy that is open', async () => {
  const { botId, page } = await open()
  await tests.service.call('DELETE', `bots/${botId}`)
  await page.getByRole('textbox', { name: 'Name of the bot' }).fill('Kept')
  await page.keyboard.press('Enter')
  const notice = page.getByRole('alertdialog', { name: 'This bot was deleted' })
  await notice.waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    notice.getByRole('button', { name: 'Download my copy' }).click(),
  ])
  const copy = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(copy).toMatchObject({ name: 'Kept', groups: [{ title: 'First' }, { title: 'Second' }] })
  await notice.getByRole('button', { name: 'Back to your bots' }).click()
  await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor()
  await page.leave()
})

it('shows the end of a preview, its width on a desktop, and the account beside a bot', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await chatOf(page).getByText('Who are you?').waitFor()
  const width = async () => (await page.locator('.preview-frame').boundingBox())!.width
  const narrow = await width()
  await page.getByRole('button', { name: 'Show as on a desktop' }).click()
  await expect.poll(width).toBeGreaterThan(narrow + 200)
  await answer(page, 'Ada')
  await page.getByText('End of the conversation').waitFor()
  await page.getByRole('button', { name: 'Start again' }).click()
  await chatOf(page).getByText('Who are you?').waitFor()
  await page.getByText('End of the conversation').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Account of Ada' }).click()
  await page.getByRole('menuitem', { name: 'Dark' }).click()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('leads back from the form for a forgotten password with the browser’s Back', async () => {
  const page = await openPage(tests.browser)
  await page.goto(tests.service.url)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Back to sign-in' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Forgot your password?' }).waitFor()
  await page.leave()
})
