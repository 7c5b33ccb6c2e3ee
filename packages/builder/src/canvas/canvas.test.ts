import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const words = (id: string, text: string, outgoingEdgeId?: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
  ...(outgoingEdgeId && { outgoingEdgeId }),
})
const group = (id: string, x: number, y: number, blocks: object[]) => ({
  id,
  title: id,
  graphCoordinates: { x, y },
  blocks,
})

/** Two groups one after the other, and one that stands alone. */
const bot = {
  name: 'Three groups',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'One' } },
    { id: 'e1', from: { blockId: 'b2' }, to: { groupId: 'Two' } },
  ],
  groups: [
    group('One', 240, 0, [words('b1', 'First'), words('b2', 'Second', 'e1')]),
    group('Two', 900, 0, [words('b3', 'Third'), words('b4', 'Fourth')]),
    group('Lone', 580, 420, [words('b5', 'Alone')]),
  ],
}

const draftOf = async (botId: string) => (await tests.service.call('GET', `bots/${botId}`)).bot
const isSaved = (page: Page) => page.locator('.saving', { hasText: 'Saved' }).waitFor()
const middleOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

async function openBot(hash = '') {
  const botId = await tests.service.make(bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  if (hash) await page.goto(`${tests.service.url}/bots/${botId}${hash}`)
  return { botId, page }
}

async function dragTo(page: Page, from: Locator, to: { x: number; y: number }) {
  const { x, y } = await middleOf(from)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move((x + to.x) / 2, (y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.move(to.x + 1, to.y)
  await page.mouse.up()
}

it('puts a group into the edge that it is dropped on, and drags a copy with Alt', async () => {
  const { botId, page } = await openBot()
  const port = await middleOf(page.locator('[data-block-id="b2"] .port.out'))
  const entry = await middleOf(page.locator('[data-group-id="Two"] > .port.in'))
  const title = page.locator('[data-group-id="Lone"] .group-head')
  const place = () =>
    page.locator('.react-flow__node[data-id="Lone"]').evaluate((it) => (it as HTMLElement).style.transform)
  const atFirst = await place()
  await dragTo(page, title, { x: (port.x + entry.x) / 2, y: (port.y + entry.y) / 2 })
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(3)
  await isSaved(page)
  const { edges } = await draftOf(botId)
  expect(
    edges.map(({ from, to }: (typeof bot.edges)[number]) => `${from.blockId ?? from.eventId} ${to.groupId}`).sort(),
  ).toEqual(['b2 Lone', 'b5 Two', 'start One'].sort())
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(2)
  await expect.poll(place).toBe(atFirst)

  await page.keyboard.press('Escape')
  await page.keyboard.down('Alt')
  await dragTo(page, title, { x: 700, y: 880 })
  await page.keyboard.up('Alt')
  await expect.poll(() => page.locator('.group').count()).toBe(4)
  await isSaved(page)
  const { groups } = await draftOf(botId)
  expect(groups.find(({ id }: { id: string }) => id === 'Lone').graphCoordinates).toEqual({ x: 580, y: 420 })
  expect(page.problems).toEqual([])
  await page.context().close()
})

it('mutes a block, keeps a note, and both come through an export and an import', async () => {
  const { botId, page } = await openBot('#/One/b1')
  await page.locator('[data-block-id="b1"][data-selected="true"]').waitFor()
  await page.locator('[data-block-id="b1"] .block-head').focus()
  await page.keyboard.press('m')
  await page.locator('[data-block-id="b1"][data-muted="true"]').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByLabel('Text of the note').fill('Ask the lawyers about this.')
  await page.keyboard.press('Escape')
  await page.locator('.note', { hasText: 'Ask the lawyers' }).waitFor()
  await isSaved(page)
  const draft = await draftOf(botId)
  const { bot: copy } = await tests.service.call('POST', 'bots/import', {
    workspaceId: tests.service.workspaceId,
    bot: { ...draft, icon: draft.icon ?? null },
  })
  expect(copy.groups.map(({ note, blocks }: { note?: object; blocks: object[] }) => ({ note, blocks }))).toEqual(
    draft.groups.map(({ note, blocks }: { note?: object; blocks: object[] }) => ({ note, blocks })),
  )
  const chat = await tests.service.call('POST', `bots/${copy.id}/preview/startChat`, {})
  expect(chat.messages.map((message: { id: string }) => message.id)).toEqual(['b2', 'b3', 'b4'])
  expect(page.problems).toEqual([])
  await page.context().close()
})

it('copies groups to the page of another bot, and undoes the pasting there', async () => {
  const { page } = await openBot()
  const otherId = await tests.service.make({
    ...bot,
    name: 'Other',
    groups: bot.groups.slice(0, 1),
    edges: bot.edges.slice(0, 1),
  })
  const other = await page.context().newPage()
  await other.goto(`${tests.service.url}/bots/${otherId}#token=${tests.service.token}`)
  await other.locator('.group').first().waitFor()
  await page.bringToFront()
  await page.locator('[data-group-id="One"] .group-title').click()
  await page.locator('[data-group-id="Two"] .group-title').click({ modifiers: ['Control'] })
  await page.keyboard.press('Control+c')
  await other.bringToFront()
  await other.locator('.react-flow__pane').hover({ position: { x: 400, y: 500 } })
  await other.keyboard.press('Control+v')
  await expect.poll(() => other.locator('.group').count()).toBe(3)
  expect(await other.locator('.react-flow__edge').count()).toBe(2)
  await other.keyboard.press('Control+z')
  await expect.poll(() => other.locator('.group').count()).toBe(1)
  await page.context().close()
})

it('draws an edge into the middle of a group, asks for a block where a connection is let go, and keeps what is chosen in the address', async () => {
  const { botId, page } = await openBot()
  const exit = page.locator('[data-block-id="b5"] .port.out')
  await dragTo(page, exit, await middleOf(page.locator('[data-block-id="b4"] .block-head')))
  await isSaved(page)
  await expect
    .poll(
      async () =>
        (await draftOf(botId)).edges.find(({ from }: { from: object }) => 'blockId' in from && from.blockId === 'b5')
          ?.to,
    )
    .toEqual({ groupId: 'Two', blockId: 'b4' })
  await dragTo(page, page.locator('[data-block-id="b4"] .port.out'), { x: 1300, y: 800 })
  await page.locator('.picker input').fill('rating')
  await page.keyboard.press('Enter')
  await page.locator('.block-label', { hasText: 'Rating' }).waitFor()
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(4)
  await page.locator('[data-block-id="b1"] .block-head').click()
  expect(new URL(page.url()).hash).toBe('#/One/b1')
  expect(page.problems).toEqual([])
  await page.context().close()
})
