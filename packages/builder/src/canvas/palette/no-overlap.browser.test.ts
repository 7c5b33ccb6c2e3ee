import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from '../../testing/browser.js'
import { group, words } from '../../testing/flow-parts.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

type OpenedPage = Awaited<ReturnType<typeof openSignedIn>>

/** Two groups in the middle of the view, each with an open end: nothing is connected to them by itself. */
const flow = {
  name: 'Full',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: -400, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'one' } }],
  groups: [
    group('one', [words('b1', 'One'), words('b2', 'Two'), words('b3', 'Three')], { x: 0, y: 0 }),
    group('two', [words('b4', 'Four'), words('b5', 'Five'), words('b6', 'Six')], { x: 290, y: 0 }),
  ],
}

async function open(given: object = flow) {
  const botId = await tests.service.make(given)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  return { botId, page }
}

const draftOf = async (botId: string) => (await tests.service.call('GET', `bots/${botId}`)).bot

async function pick(page: Page) {
  await page.getByRole('combobox', { name: 'Search blocks' }).fill('number')
  await page.keyboard.press('Enter')
}

const head = (page: Page, id: string) => page.locator(`[data-group-id="${id}"] .group-title`).first()

const middleOf = async (page: Page, selector: string) => {
  const box = (await page.locator(selector).boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Moves the cursor to the middle of a group without choosing it. */
async function pointAt(page: Page) {
  const { x, y } = await middleOf(page, '[data-id="two"]')
  await page.mouse.move(x, y)
}

/** Every way to put a node on the canvas, at a place where groups are. */
const ways: Record<string, (page: OpenedPage) => Promise<unknown>> = {
  async 'the key /'(page) {
    await page.keyboard.press('/')
    await pick(page)
  },
  async 'the key G'(page) {
    await page.keyboard.press('g')
    await pick(page)
  },
  'a click on a tile': (page) => page.locator('.palette-block[data-type="number input"]').click(),
  'a click on an event': (page) => page.locator('.palette').getByRole('button', { name: 'Command' }).click(),
  'a tile that is dropped beside a group': (page) => dropBeside(page, '.palette-block[data-type="number input"]'),
  'a block that is dragged out of its group': (page) => dropBeside(page, '[data-block-id="b1"]'),
  async pasting(page) {
    await head(page, 'one').click()
    await page.keyboard.press('Control+c')
    await pointAt(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+v')
  },
  async duplicating(page) {
    await head(page, 'one').click()
    await page.keyboard.press('Control+d')
  },
  async 'dragging a copy'(page) {
    const { x, y } = (await head(page, 'one').boundingBox())!
    await page.keyboard.down('Alt')
    await page.mouse.move(x + 5, y + 5)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 60, { steps: 6 })
    await page.mouse.up()
    await page.keyboard.up('Alt')
  },
  async 'a note'(page) {
    await pointAt(page)
    await page.keyboard.press('n')
  },
}

/** Drops something at the left of a group, so near that a group in that place would cover it. */
async function dropBeside(page: Page, what: string) {
  const box = (await page.locator('[data-id="one"]').boundingBox())!
  const pane = (await page.locator('.react-flow__pane').boundingBox())!
  await page.locator(what).dragTo(page.locator('.react-flow__pane'), {
    targetPosition: { x: box.x - pane.x - 20, y: box.y - pane.y + 40 },
    force: true,
  })
}

it.each(Object.entries(ways))('puts nothing on a group by %s', async (_, add) => {
  const { botId, page } = await open()
  const count = () => page.locator('.react-flow__node').count()
  const before = await count()
  await add(page)
  await expect.poll(count).toBe(before + 1)
  await page.keyboard.press('Escape')
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  const overlapping = () =>
    page.locator('.react-flow__node').evaluateAll((nodes) => {
      const boxes = nodes.map((node) => node.getBoundingClientRect())
      return boxes.filter((a, index) =>
        boxes.some(
          (b, other) =>
            other !== index &&
            a.left < b.right - 1 &&
            b.left < a.right - 1 &&
            a.top < b.bottom - 1 &&
            b.top < a.bottom - 1,
        ),
      ).length
    })
  await expect.poll(overlapping).toBe(0)
  expect((await draftOf(botId)).edges).toHaveLength(1)
  expect(page.problems).toEqual([])
  await page.leave()
})

it.each(['the key /', 'the key G', 'a click on a tile'])(
  'connects a new group to the only open end of the flow by %s',
  async (way) => {
    const { botId, page } = await open({ ...flow, groups: flow.groups.slice(0, 1) })
    await ways[way]!(page)
    await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(2)
    await page.locator('.saving', { hasText: 'Saved' }).waitFor()
    const { edges, groups } = await draftOf(botId)
    expect(edges[1]).toMatchObject({ from: { blockId: 'b3' }, to: { groupId: groups[1].id } })
    expect(page.problems).toEqual([])
    await page.leave()
  },
)
