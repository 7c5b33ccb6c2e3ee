import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers, openPage, openSignedIn } from '../../testing/browser.js'
import { group, words } from '../../testing/flow-parts.js'
import { visiting } from '../../testing/visiting.js'

/** Mouse, wheel and keyboard handling of the canvas, and its menus. */

const tests = visiting()

const bot = {
  name: 'Moved',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'One' } },
    { id: 'e1', from: { blockId: 'b2' }, to: { groupId: 'Two' } },
  ],
  variables: [{ id: 'v1', name: 'Mail' }],
  groups: [
    group('One', [words('b1', 'First'), words('b2', 'Write to {{Mail}}', { outgoingEdgeId: 'e1' })], { x: 240 }),
    group('Two', [words('b3', 'Third')], { x: 820 }),
    group('Lone', [words('b5', 'Alone')], { x: 540, y: 360 }),
  ],
}

async function open(flow: object = bot, device?: string) {
  const botId = await tests.service.make(flow)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.event').waitFor()
  if (device) {
    await page.evaluate((it) => localStorage.setItem('colloquy-pointing-device', it), device)
    await page.reload()
    await page.locator('.event').waitFor()
  }
  await page.isCalm()
  return { botId, page }
}

const draftOf = async (botId: string) => (await tests.service.call('GET', `bots/${botId}`)).bot
/** Position of the flow's origin on the screen, and the zoom. */
const look = (page: Page) =>
  page.locator('.react-flow__viewport').evaluate((it) => {
    const { a, e, f } = new DOMMatrixReadOnly(getComputedStyle(it).transform)
    return { x: Math.round(e), y: Math.round(f), zoom: Number(a.toFixed(3)) }
  })
const middleOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
const empty = { x: 600, y: 850 }
async function drag(page: Page, { x, y }: { x: number; y: number }, by: { x: number; y: number }, button?: 'middle') {
  await page.mouse.move(x, y)
  await page.mouse.down({ button })
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 3 })
  await page.mouse.move(x + by.x, y + by.y, { steps: 3 })
  await page.mouse.up({ button })
}
const chosen = (page: Page) =>
  page.locator('.react-flow__node.selected').evaluateAll((nodes) => nodes.map((it) => (it as HTMLElement).dataset.id))
/** In screen coordinates. */
const middleOfEdge = (page: Page, id: string) =>
  page.locator(`.react-flow__edge[data-id="${id}"] .react-flow__edge-path`).evaluate((it: SVGPathElement) => {
    const { x, y } = it.getPointAtLength(it.getTotalLength() / 2)
    const { a, e, f } = it.getScreenCTM()!
    return { x: x * a + e, y: y * a + f }
  })
const title = (page: Page, id: string) => page.locator(`[data-group-id="${id}"] .group-title`)

describe('the view', () => {
  it('zooms with a wheel and moves with two fingers, unless a pointing device was chosen', async () => {
    const { page } = await open()
    await page.mouse.move(empty.x, empty.y)
    const first = await look(page)
    await page.mouse.wheel(0, -100)
    await expect.poll(async () => (await look(page)).zoom).toBeGreaterThan(first.zoom)
    const zoomed = await look(page)
    const frame = (await page.locator('.canvas').boundingBox())!
    const at = (it: typeof first) => [(empty.x - frame.x - it.x) / it.zoom, (empty.y - frame.y - it.y) / it.zoom]
    for (const [index, value] of at(zoomed).entries()) expect(Math.abs(value - at(first)[index]!)).toBeLessThan(3)
    await page.keyboard.down('Shift')
    await page.mouse.wheel(0, 100)
    await page.keyboard.up('Shift')
    await expect.poll(async () => (await look(page)).x).toBeLessThan(zoomed.x)
    expect(await look(page)).toMatchObject({ y: zoomed.y, zoom: zoomed.zoom })

    await page.getByRole('button', { name: 'Mouse or trackpad' }).click()
    await page.getByRole('menuitemradio', { name: /^Trackpad/ }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.mouse.move(empty.x, empty.y)
    const before = await look(page)
    await page.mouse.wheel(0, 100)
    await expect.poll(async () => (await look(page)).y).toBeLessThan(before.y)
    expect((await look(page)).zoom).toBe(before.zoom)
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Select what a box touches').last().waitFor()
    await expect.poll(() => page.getByRole('radio', { name: 'Trackpad' }).isChecked()).toBe(true)
    await page.getByRole('radio', { name: 'Automatic' }).check()
    expect(await page.evaluate(() => localStorage.getItem('colloquy-pointing-device'))).toBeNull()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it.each(['automatic', 'mouse', 'trackpad'])(
    'is held by Space and by the middle button from anywhere, and a drag of the canvas goes by the device: %s',
    async (device) => {
      const { botId, page } = await open(bot, device)
      const positions = [
        empty,
        await middleOf(page.locator('[data-group-id="One"] .group-head')),
        await middleOf(page.locator('[data-block-id="b1"] .block-head')),
      ]
      for (const position of positions) {
        const before = await look(page)
        await page.keyboard.down(' ')
        await drag(page, position, { x: 40, y: -30 })
        await page.keyboard.up(' ')
        expect(await look(page)).toEqual({ ...before, x: before.x + 40, y: before.y - 30 })
        await drag(page, { x: position.x + 40, y: position.y - 30 }, { x: -40, y: 30 }, 'middle')
        expect(await look(page)).toEqual(before)
      }
      expect(await chosen(page)).toEqual([])
      await expect.poll(() => page.locator('.block[data-selected="true"]').count()).toBe(0)
      expect((await draftOf(botId)).groups[0].graphCoordinates).toEqual({ x: 240, y: 0 })
      const before = await look(page)
      const [from, to] = [await middleOf(title(page, 'One')), await middleOf(title(page, 'Lone'))]
      await drag(page, { x: from.x - 60, y: from.y - 80 }, { x: to.x - from.x + 60, y: to.y - from.y + 80 })
      if (device === 'trackpad') {
        await expect.poll(() => chosen(page)).toEqual(expect.arrayContaining(['One', 'Lone']))
        expect(await look(page)).toEqual(before)
      } else {
        await expect.poll(async () => (await look(page)).x).not.toBe(before.x)
        expect(await chosen(page)).toEqual([])
      }
      await page.leave()
    },
  )

  it('goes to where the map is clicked, to what is chosen, and to what is taken back', async () => {
    const { page } = await open()
    const map = (await page.locator('.minimap').boundingBox())!
    const first = await look(page)
    await page.mouse.click(map.x + 30, map.y + 30)
    await expect.poll(() => look(page)).not.toEqual(first)
    await page.keyboard.press('Shift+Digit1')
    await title(page, 'Lone').click()
    await page.keyboard.press('Delete')
    const isSeen = (id: string) =>
      page.locator(`.react-flow__node[data-id="${id}"]`).evaluate((it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect()
        const frame = it.closest('.canvas')!.getBoundingClientRect()
        return right > frame.left && left < frame.right && bottom > frame.top && top < frame.bottom
      })
    for (let count = 0; count < 3; count++) await drag(page, empty, { x: 0, y: -750 }, 'middle')
    await page.keyboard.press('Control+z')
    await expect.poll(() => isSeen('Lone')).toBe(true)
    await page.locator('[data-block-id="b5"] .block-head').click()
    await page.keyboard.press('Shift+Digit2')
    await expect.poll(async () => (await look(page)).zoom).toBe(1.2)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.block[data-selected="true"]').count()).toBe(0)
    const still = await look(page)
    await page.keyboard.press('Shift+Digit2')
    expect(await look(page)).toEqual(still)
    expect(page.problems).toEqual([])
    await page.leave()
  })
})

it('moves what is chosen by 1 with an arrow and by 10 with Shift, and undoes a run of moves as one', async () => {
  const { botId, page } = await open()
  const positionsOf = async () =>
    (await draftOf(botId)).groups.map((it: { graphCoordinates: object }) => it.graphCoordinates)
  await title(page, 'One').click()
  await title(page, 'Lone').click({ modifiers: ['Shift'] })
  for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  await expect.poll(positionsOf).toEqual([
    { x: 242, y: 9 },
    { x: 820, y: 0 },
    { x: 542, y: 369 },
  ])
  await page.keyboard.press('Control+z')
  await expect.poll(positionsOf).toEqual(bot.groups.map((it) => it.graphCoordinates))
  await page.leave()
})

it('aligns and distributes what is chosen: by keys, from the menu, from the details and from the command menu, each as one edit', async () => {
  const { botId, page } = await open()
  const positionsOf = async () =>
    (await draftOf(botId)).groups.map((it: { graphCoordinates: { x: number; y: number } }) => [
      it.graphCoordinates.x,
      it.graphCoordinates.y,
    ])
  const first = [
    [240, 0],
    [820, 0],
    [540, 360],
  ]
  const distributed = [
    [240, 0],
    [820, 0],
    [530, 360],
  ]
  await title(page, 'One').click()
  await page.keyboard.press('Alt+w')
  await title(page, 'Two').click({ modifiers: ['Shift'] })
  await title(page, 'Lone').click({ modifiers: ['Shift'] })
  await expect.poll(() => chosen(page)).toHaveLength(3)
  await page.keyboard.press('Alt+Shift+H')
  await expect.poll(positionsOf).toEqual(distributed)
  await page.keyboard.press('Control+z')
  await expect.poll(positionsOf).toEqual(first)

  await title(page, 'Lone').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Align and distribute' }).click()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Distribute horizontally' }).click()
  await expect.poll(positionsOf).toEqual(distributed)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'Align top' }).click()
  await expect.poll(positionsOf).toEqual(distributed.map(([x]) => [x, 0]))
  expect(await findBarriers(page)).toEqual([])
  await page.locator('.canvas').focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('align left')
  await page.getByRole('option', { name: /^Align left/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(positionsOf).toEqual(first.map(() => [240, 0]))
  for (let count = 0; count < 3; count++) await page.keyboard.press('Control+z')
  await expect.poll(positionsOf).toEqual(first)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('puts a block into an edge: by the sign that appears below the cursor, and by dropping it there', async () => {
  const { botId, page } = await open()
  const at = await middleOfEdge(page, 'e1')
  await page.mouse.move(at.x - 120, at.y - 10)
  await page.mouse.move(at.x, at.y, { steps: 4 })
  await page.getByRole('button', { name: 'Put a block into this edge' }).click()
  await page.getByRole('combobox', { name: 'Search blocks' }).fill('rating')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(3)
  await page.getByRole('button', { name: 'Undo: Add block' }).click()
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(2)
  const from = await middleOf(page.locator('.palette-block[data-type="number input"]'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(at.x - 40, at.y, { steps: 4 })
  await page.mouse.move(at.x, at.y, { steps: 4 })
  await page.locator('.react-flow__edge.drop-target').waitFor({ state: 'attached' })
  await page.mouse.up()
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(3)
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  const { edges, groups } = await draftOf(botId)
  const added = groups.find(({ blocks }: { blocks: { type: string }[] }) => blocks[0]!.type === 'number input')
  expect(edges.map(({ to }: { to: { groupId: string } }) => to.groupId).sort()).toEqual(['One', 'Two', added.id].sort())
  expect(page.problems).toEqual([])
  await page.leave()
})

it('shows where a variable is used, and if results show it, and finds blocks by ids, and variables, panels and pages by names', async () => {
  const { botId, page } = await open()
  await page.getByRole('button', { name: 'Variables', exact: true }).click()
  await page.getByRole('button', { name: 'Where Mail is used: 1 place' }).click()
  await page.getByRole('switch', { name: 'In results' }).click()
  await expect.poll(async () => (await draftOf(botId)).variables[0].isSessionVariable).toBe(true)
  await page.getByRole('button', { name: /^Write to .* One/ }).click()
  await page.locator('[data-block-id="b2"][data-selected="true"]').waitFor()
  const find = async (search: string) => {
    await page.locator('.canvas').focus()
    await page.keyboard.press('Control+f')
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill(search)
    return page.getByRole('option').allInnerTexts()
  }
  expect(await find('b5')).toEqual([expect.stringContaining('Alone')])
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).hash).toBe('#/Lone/b5')
  expect(await find('Mail')).toEqual(expect.arrayContaining([expect.stringMatching(/^Mail\s+Variable$/)]))
  await page.keyboard.press('Escape')
  expect(await find('versions')).toEqual([expect.stringContaining('Page')])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/versions')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('offers by the right button, and by the key for it, what can be done with what is there', async () => {
  const { botId, page } = await open()
  const choose = async (name: string | RegExp) => {
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await title(page, 'Lone').click({ button: 'right' })
  await choose('Rename')
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await draftOf(botId)).groups[2].title).toBe('Renamed')
  await page.locator('[data-block-id="b3"] .block-head').focus()
  await page.keyboard.press('Shift+F10')
  await choose('Disable the block')
  await page.locator('[data-block-id="b3"][data-muted="true"]').waitFor()
  await page.locator('.react-flow__edge[data-id="e1"]').dispatchEvent('contextmenu', { clientX: 700, clientY: 300 })
  await choose('Remove the edge')
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(1)
  await page.mouse.click(empty.x, empty.y, { button: 'right' })
  await page.getByRole('menu', { name: 'The canvas' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await choose('Add a block here')
  await page.getByRole('combobox', { name: 'Search blocks' }).fill('rating')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.group').count()).toBe(4)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('takes edits back by a key on the other pages of a bot, too', async () => {
  const { botId, page } = await open()
  await title(page, 'Two').dblclick()
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await draftOf(botId)).groups[1].title).toBe('Second')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await draftOf(botId)).groups[1].title).toBe('Two')
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => (await draftOf(botId)).groups[1].title).toBe('Second')
  await page.leave()
})

it('selects by a drag and by a right click without opening the details; a click and a key open them', async () => {
  const { page } = await open()
  const details = page.getByRole('complementary', { name: 'Details' })
  const title = page.locator('[data-group-id="Lone"] .group-title')
  await drag(page, await middleOf(title), { x: 40, y: 40 })
  await expect.poll(() => chosen(page)).toEqual(['Lone'])
  await page.locator('[data-block-id="b3"] .block-head').click({ button: 'right' })
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => details.count()).toBe(0)
  await page.locator('.react-flow__node[data-id="One"]').focus()
  await page.keyboard.press('Enter')
  await details.getByRole('textbox', { name: 'Title' }).waitFor()
  await details.getByRole('button', { name: 'Close the panel' }).click()
  await title.click()
  await details.getByRole('textbox', { name: 'Title' }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('moves the canvas so that the details do not hide the ports of their block', async () => {
  const botId = await tests.service.make(bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 1280, height: 720 },
  })
  await page.locator('[data-block-id="b3"] .block-head').click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  const hidden = () =>
    page.evaluate(() => {
      const port = document.querySelector('[data-block-id="b3"] .port.out')!.getBoundingClientRect()
      return Math.max(0, port.right - document.querySelector('.canvas')!.getBoundingClientRect().right)
    })
  await expect.poll(hidden).toBe(0)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('gives the block picker what is typed right after the key that opens it', async () => {
  const { page } = await open()
  await page.locator('.canvas').focus()
  await page.evaluate(async () => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
    await Promise.resolve()
  })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Search blocks')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('names keys in menus as the keyboard of a Mac does', async () => {
  const botId = await tests.service.make(bot)
  const page = await openPage(tests.browser)
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }))
  await page.goto(`${tests.service.url}/bots/${botId}#token=${tests.service.token}`)
  await page.locator('[data-group-id="One"] .group-title').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Duplicate/ }).waitFor()
  expect(await page.getByRole('menuitem', { name: /^Duplicate/ }).innerText()).toMatch(/⌘ D/)
  await page.context().close()
})
