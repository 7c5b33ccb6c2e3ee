import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { bigFlow } from '../testing/big-flow.js'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const asView = ([x, y, zoom]: number[]) => `${Math.round(x!)},${Math.round(y!)},${zoom!.toFixed(2)}`

/** Two connected groups, and a separate one. */
const bot = {
  name: 'Three groups',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'One' } },
    { id: 'e1', from: { blockId: 'b2' }, to: { groupId: 'Two' } },
  ],
  groups: [
    group('One', [words('b1', 'First'), words('b2', 'Second', { outgoingEdgeId: 'e1' })], { x: 240 }),
    group('Two', [words('b3', 'Third'), words('b4', 'Fourth')], { x: 900 }),
    group('Lone', [words('b5', 'Alone')], { x: 580, y: 420 }),
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

/** Waits until the canvas has not moved for ten frames. */
const isStill = (page: Page) =>
  page.locator('.react-flow__viewport').evaluate(async (viewport) => {
    let last = ''
    for (let calm = 0; calm < 10; ) {
      await new Promise(requestAnimationFrame)
      const { x, y, width } = viewport.getBoundingClientRect()
      const now = [x, y, width, viewport.getAttribute('style')].join()
      calm = now === last ? calm + 1 : 0
      last = now
    }
  })

/** The first click opens the details, which cover the right part of the second group: Playwright would scroll the canvas to its middle. */
async function selectBoth(page: Page) {
  await page.locator('[data-group-id="One"] .group-title').click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await page.locator('.react-flow__node.selected').waitFor()
  await isStill(page)
  await page.locator('[data-group-id="Two"] .group-title').click({ modifiers: ['Control'], position: { x: 6, y: 6 } })
  await page.locator('.react-flow__node.selected').nth(1).waitFor()
}

/** Starts dragging only once the element has stopped moving: the view may still be animating towards it. */
async function dragTo(page: Page, from: Locator, to: { x: number; y: number }) {
  await from.hover()
  const { x, y } = await middleOf(from)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move((x + to.x) / 2, (y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.move(to.x + 1, to.y)
  await page.mouse.up()
}

it('gives clicks to a group that lies over the highlighted edges of another one', async () => {
  const over = group('Over', [words('b6', 'Over the edge'), words('b7', 'Still over it'), words('b8', 'Below it')], {
    x: 400,
    y: 20,
  })
  const botId = await tests.service.make({ ...bot, groups: [...bot.groups, over] })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('[data-group-id="One"] .group-title').click()
  await page.locator('.react-flow__edge.lit[data-id="e1"]').waitFor()
  const covers = await page.evaluate(() => {
    const path = document.querySelector<SVGPathElement>('.react-flow__edge[data-id="e1"] .react-flow__edge-path')!
    const card = document.querySelector('[data-group-id="Over"]')!
    const box = card.getBoundingClientRect()
    const toScreen = path.getScreenCTM()!
    return Array.from({ length: 101 }, (_, index) =>
      path.getPointAtLength((path.getTotalLength() * index) / 100).matrixTransform(toScreen),
    )
      .filter(({ x, y }) => x > box.left + 8 && x < box.right - 8 && y > box.top && y < box.bottom)
      .map(({ x, y }) => card.contains(document.elementFromPoint(x, y)))
  })
  expect(covers.length).toBeGreaterThan(5)
  expect(covers).not.toContain(false)
  await page.leave()
})

it('puts a group into the edge that it is dropped on, and drags a copy with Alt', async () => {
  const { botId, page } = await openBot()
  const port = await middleOf(page.locator('[data-block-id="b2"] .port.out'))
  const entry = await middleOf(page.locator('[data-group-id="Two"] > .port.in'))
  const title = page.locator('[data-group-id="Lone"] .group-head')
  const position = () =>
    page.locator('.react-flow__node[data-id="Lone"]').evaluate((it) => (it as HTMLElement).style.transform)
  const atFirst = await position()
  await dragTo(page, title, { x: (port.x + entry.x) / 2, y: (port.y + entry.y) / 2 })
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(3)
  await isSaved(page)
  const { edges } = await draftOf(botId)
  expect(
    edges.map(({ from, to }: (typeof bot.edges)[number]) => `${from.blockId ?? from.eventId} ${to.groupId}`).sort(),
  ).toEqual(['b2 Lone', 'b5 Two', 'start One'].sort())
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(2)
  await expect.poll(position).toBe(atFirst)

  await page.keyboard.press('Escape')
  await page.keyboard.down('Alt')
  await dragTo(page, title, { x: 700, y: 880 })
  await page.keyboard.up('Alt')
  await expect.poll(() => page.locator('.group').count()).toBe(4)
  await isSaved(page)
  const { groups } = await draftOf(botId)
  expect(groups.find(({ id }: { id: string }) => id === 'Lone').graphCoordinates).toEqual({ x: 580, y: 420 })
  expect(page.problems).toEqual([])
  await page.leave()
})

it('disables a block, keeps a note, and both come through an export and an import', async () => {
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
  await page.leave()
})

it('resizes a note while its edge is dragged, and keeps its size and place', async () => {
  const { groups } = bot
  const note = { id: 'note', title: 'Ask', graphCoordinates: { x: 0, y: 480 }, blocks: [], note: { colour: 'blue' } }
  const botId = await tests.service.make({ ...bot, groups: [...groups, note] })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  await page.goto(`${tests.service.url}/bots/${botId}#/note`)
  const corner = page.locator('.react-flow__node.selected .react-flow__resize-control.top.left')
  await corner.hover()
  const before = (await page.locator('.note').boundingBox())!
  const { x, y } = await middleOf(corner)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 48, y - 24, { steps: 3 })
  await expect.poll(async () => (await page.locator('.note').boundingBox())!.width).toBeCloseTo(before.width + 48, 0)
  await page.mouse.up()
  await isSaved(page)
  const zoom = before.width / 220
  const kept = (await draftOf(botId)).groups.find(({ id }: { id: string }) => id === 'note')
  expect(kept.note.width).toBeCloseTo(220 + 48 / zoom, -1)
  expect(kept.graphCoordinates.x).toBe(220 - kept.note.width)
  expect(kept.graphCoordinates.y).toBe(480 + 120 - kept.note.height)
  const after = (await page.locator('.note').boundingBox())!
  expect(after.x + after.width).toBeCloseTo(before.x + before.width, 0)
  expect(page.problems).toEqual([])
  await page.leave()
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
  await selectBoth(page)
  await page.keyboard.press('Control+c')
  await other.bringToFront()
  await other.locator('.react-flow__pane').hover({ position: { x: 400, y: 500 } })
  await other.keyboard.press('Control+v')
  await expect.poll(() => other.locator('.group').count()).toBe(3)
  await expect.poll(() => other.locator('.react-flow__edge').count()).toBe(2)
  await other.keyboard.press('Control+z')
  await expect.poll(() => other.locator('.group').count()).toBe(1)
  await page.leave()
})

it('connects an edge into the middle of a group, asks for a block where a connection is released, and keeps the selection in the address', async () => {
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
  await page.leave()
})

it('shows a linked block where it is now, and says so when the link leads to nothing or was cut off', async () => {
  const { botId, page } = await openBot('#/One/b5')
  await page.locator('[data-block-id="b5"][data-selected="true"]').waitFor()
  await expect.poll(() => new URL(page.url()).hash).toBe('#/Lone/b5')
  const deleted = page.getByText('The link leads to a part that was deleted.')
  expect(await deleted.count()).toBe(0)
  await page.goto(`${tests.service.url}/bots/${botId}#/Two/gone`)
  await deleted.waitFor()
  await page.locator('.react-flow__node.selected[data-id="Two"]').waitFor()
  await page.goto(`${tests.service.url}/bots/${botId}#/Lone%e`)
  await page.reload()
  await deleted.waitFor()
  await page.locator('.event').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('outlines tiles and groups in high contrast, and where the system replaces colours and shadows', async () => {
  const page = await openFlow(bot)
  const outlineOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((it) => getComputedStyle(it).outlineStyle)
  expect(await outlineOf('.palette-block')).toBe('none')
  await page.emulateMedia({ contrast: 'more' })
  await expect.poll(() => outlineOf('.palette-block')).toBe('solid')
  await page.emulateMedia({ contrast: 'no-preference', forcedColors: 'active' })
  for (const part of ['.palette-block', '.group', '.event', '.canvas-tools'])
    await expect.poll(() => outlineOf(part), { message: part }).toBe('solid')
  expect(page.problems).toEqual([])
  await page.context().close()
})

it('asks for the text of a message that has none, or spaces only, in letters as large as a text', async () => {
  const page = await openFlow({
    ...bot,
    groups: [group('One', [words('b1', ' '), words('b2', 'Text')], { x: 240 })],
    edges: [],
  })
  const empty = page.locator('[data-block-id="b1"]').getByText('Write a message…')
  const sizeOf = (it: Locator) => it.evaluate((element) => getComputedStyle(element).fontSize)
  expect(await sizeOf(empty)).toBe(await sizeOf(page.locator('[data-block-id="b2"]').getByText('Text')))
  expect(page.problems).toEqual([])
  await page.leave()
})

it('collapses a group with a key, keeps it so through an export, and starts its edges at its title', async () => {
  const { botId, page } = await openBot('#/One/b2')
  await page.locator('[data-block-id="b2"][data-selected="true"]').waitFor()
  await page.locator('[data-block-id="b2"] .block-head').focus()
  await page.keyboard.press('x')
  const closed = page.locator('[data-group-id="One"] .group-collapsed', { hasText: '2 blocks' })
  await closed.waitFor()
  await expect.poll(() => page.locator('[data-block-id="b2"]').count()).toBe(0)
  const ends = await page
    .locator('.react-flow__edge[data-id="e1"] .react-flow__edge-path')
    .evaluate((path: SVGPathElement) => [path.getPointAtLength(0).y, path.getPointAtLength(path.getTotalLength()).y])
  expect(ends).toEqual([22, 22])
  await isSaved(page)
  const draft = await draftOf(botId)
  expect(draft.groups[0].isCollapsed).toBe(true)
  const { bot: copy } = await tests.service.call('POST', 'bots/import', {
    workspaceId: tests.service.workspaceId,
    bot: draft,
  })
  expect(copy.groups[0].isCollapsed).toBe(true)
  const chat = await tests.service.call('POST', `bots/${copy.id}/preview/startChat`, {})
  expect(chat.messages.map((message: { id: string }) => message.id)).toEqual(['b1', 'b2', 'b3', 'b4'])
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Expand One' }).click()
  await page.locator('[data-block-id="b2"]').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('shows lines where a dragged group meets another, and puts it there', async () => {
  const { botId, page } = await openBot()
  const head = page.locator('[data-group-id="Lone"] .group-head')
  await head.hover()
  const { x, y } = await middleOf(head)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 300, y + 80, { steps: 5 })
  const line = page.locator('.guide[data-axis="x"]')
  for (let step = 300; step < 480 && (await line.count()) === 0; step += 4) await page.mouse.move(x - step, y + 80)
  await line.waitFor()
  await page.mouse.up()
  await expect.poll(() => page.locator('.guide').count()).toBe(0)
  await isSaved(page)
  await expect.poll(async () => (await draftOf(botId)).groups[2].graphCoordinates.x).toBe(240)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('takes a click on a block whose canvas moves between press and release for one on the block', async () => {
  const { page } = await openBot()
  const block = page.locator('[data-block-id="b3"] .block-head')
  const { x, y } = await middleOf(block)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.locator('.react-flow__viewport').evaluate((it: HTMLElement) => {
    it.style.translate = '0 -400px'
  })
  await page.mouse.up()
  await page.getByRole('complementary', { name: 'Details' }).getByRole('textbox', { name: 'Message' }).waitFor()
  expect(await block.getAttribute('aria-pressed')).toBe('true')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('opens at the place, the zoom and the nodes that an address names', async () => {
  const { botId, page } = await openBot()
  await selectBoth(page)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  const look = () =>
    page.locator('.canvas').evaluate((frame) => {
      const { a, e, f } = new DOMMatrixReadOnly(
        getComputedStyle(frame.querySelector('.react-flow__viewport')!).transform,
      )
      return [(frame.clientWidth / 2 - e) / a, (frame.clientHeight / 2 - f) / a, a]
    })
  await expect.poll(async () => new URL(page.url()).searchParams.get('view') === asView(await look())).toBe(true)
  const before = await look()
  const { search, hash } = new URL(page.url())
  expect(hash).toBe('#/One+Two')
  await page.goto('about:blank')
  await page.goto(`${tests.service.url}/bots/${botId}${search}${hash}`)
  await page.locator('.react-flow__node.selected').nth(1).waitFor()
  expect(asView(await look())).toBe(asView(before))
  expect(page.problems).toEqual([])
  await page.leave()
})

it('opens a linked bot from its block, and leads back to the block', async () => {
  const otherId = await tests.service.make({ ...bot, name: 'Orders' })
  const link = { id: 'b9', type: 'Bot link', options: { botId: otherId } }
  const botId = await tests.service.make({
    ...bot,
    name: 'Reception',
    groups: [group('One', [link], { x: 240 })],
    edges: [],
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('[data-block-id="b9"] .block-head').click()
  await page.getByRole('button', { name: 'Open Orders' }).click()
  await page.waitForURL(`**/bots/${otherId}`)
  await page.locator('[data-group-id="Two"]').waitFor()
  await page.reload()
  const back = page.getByRole('navigation', { name: 'Bots that led here' }).getByRole('link', { name: 'Reception' })
  await back.waitFor()
  expect(await findBarriers(page)).toEqual([])
  await back.click()
  await page.locator('[data-block-id="b9"][data-selected="true"]').waitFor()
  await expect.poll(() => page.getByRole('navigation', { name: 'Bots that led here' }).count()).toBe(0)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('shows edges from afar: few of them to be chosen, many as one picture', async () => {
  const few = await openFlow(bigFlow(30, 3))
  await few.getByRole('button', { name: 'Show the whole flow' }).click()
  await few.locator('.canvas:not([data-far="false"])').waitFor()
  await expect.poll(() => few.locator('.react-flow__edge').count()).toBe(61)
  await expect.poll(() => few.locator('.far-edges').count()).toBe(0)
  await few.leave()

  const many = await openFlow(bigFlow(50, 3, 8))
  await many.getByRole('button', { name: 'Show the whole flow' }).click()
  const inked = () =>
    many.locator('.far-edges').evaluate((it: HTMLCanvasElement) => {
      const { data } = it.getContext('2d')!.getImageData(0, 0, it.width, it.height)
      return data.some((value, index) => index % 4 === 3 && value > 0)
    })
  await expect.poll(inked).toBe(true)
  await expect.poll(() => many.locator('.react-flow__edge').count()).toBe(0)
  await many.locator('.group', { hasText: /^Group 25$/ }).click()
  await many.keyboard.press('Shift+Digit2')
  await many.locator('[data-block-id="g25b0"]').waitFor()
  await expect.poll(() => many.locator('.react-flow__edge').count()).toBeGreaterThan(8)
  expect(many.problems).toEqual([])
  await many.leave()
})

it('glides to the whole flow', async () => {
  const page = await openFlow(bigFlow(20, 3, 8), { reducedMotion: 'no-preference' })
  const positions = await page.locator('.react-flow__viewport').evaluateHandle((view: HTMLElement) => {
    const seen: string[] = []
    new MutationObserver(() => seen.push(view.style.transform)).observe(view, { attributeFilter: ['style'] })
    return seen
  })
  const settled = async () => {
    const before = await positions.evaluate((seen) => seen.length)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return before > 0 && before === (await positions.evaluate((seen) => seen.length))
  }
  /** Number of places on the way back from another one. A busy browser leaves some of them out. */
  const positionsOnPath = async () => {
    await page.locator('.canvas').hover()
    await page.mouse.wheel(0, -200)
    await expect.poll(settled).toBe(true)
    await positions.evaluate((seen) => seen.splice(0))
    await page.getByRole('button', { name: 'Show the whole flow' }).click()
    await expect.poll(settled).toBe(true)
    return positions.evaluate((seen) => new Set(seen).size)
  }
  await expect.poll(positionsOnPath, { timeout: 60_000 }).toBeGreaterThan(3)
  expect(page.problems).toEqual([])
  await page.leave()
})

async function openFlow(flow: object, options: BrowserContextOptions = {}) {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${await tests.service.make(flow)}`, options)
  await page.locator('.group').first().waitFor()
  return page
}

it('moves the view with one finger on a phone, also where it begins on a block', async () => {
  const botId = await tests.service.make(bot)
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, phone)
  await page.getByRole('button', { name: 'Close the outline' }).click()
  await page.waitForFunction(() => performance.getEntriesByName('everything-loaded').length > 0)
  const devtools = await page.context().newCDPSession(page)
  const { x, y } = await middleOf(page.locator('.block').first())
  const before = await page.locator('.block').first().boundingBox()
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (let step = 1; step <= 8; step += 1) {
    const touchPoints = [{ x: x - 10 * step, y: y + 20 * step }]
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect
    .poll(async () => {
      const after = await page.locator('.block').first().boundingBox()
      return [Math.round(after!.x - before!.x), Math.round(after!.y - before!.y)]
    })
    .toEqual([-80, 160])
  expect(page.problems).toEqual([])
  await page.leave()
})
