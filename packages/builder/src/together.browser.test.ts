import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { findBarriers, type OpenPage, openPage } from './testing/browser.js'
import { group, words } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()
let grace: string

beforeAll(async () => {
  grace = await addPerson(tests.service, 'Grace Hopper')
})

const bot = {
  name: 'Shared',
  events: [{ id: 's', type: 'start', graphCoordinates: { x: -300, y: 0 }, outgoingEdgeId: 'e1' }],
  groups: [
    group('g1', [words('b1', 'Hello', { outgoingEdgeId: 'e2' })], { title: 'Welcome' }),
    group('g2', [words('b2', 'And then')], { y: 220, title: 'Middle' }),
    group('g3', [words('b3', 'Bye')], { y: 440, title: 'End' }),
  ],
  edges: [
    { id: 'e1', from: { eventId: 's' }, to: { groupId: 'g1' } },
    { id: 'e2', from: { blockId: 'b1' }, to: { groupId: 'g2' } },
  ],
}

async function open(botId: string, token = tests.service.token) {
  const page = await openPage(tests.browser, { viewport: { width: 1700, height: 900 } })
  page.setDefaultTimeout(60_000)
  await page.goto(`${tests.service.url}/bots/${botId}#token=${token}`)
  await page.locator('.group').first().waitFor()
  return page
}

/** On-demand parts load a moment after the page, so that forms also open offline. */
async function goOffline(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName('everything-loaded').length > 0)
  await page.context().setOffline(true)
}

const title = (page: Page, text: string) => page.locator('.group-title', { hasText: text })
const isSaying = (page: Page, text: string) => page.locator('.saving', { hasText: text }).waitFor()
async function rename(page: Page, from: string, to: string) {
  await title(page, from).click()
  await page.getByLabel('Title', { exact: true }).fill(to)
}
const stored = async (botId: string) => (await tests.service.call('GET', `bots/${botId}`)).bot
const titles = async (botId: string): Promise<string[]> =>
  (await stored(botId)).groups.map((it: { title: string }) => it.title)
const close = (...pages: OpenPage[]) => Promise.all(pages.map((page) => page.leave()))

describe('two people and the API at one bot', () => {
  it('lose nothing, though one of them is offline meanwhile, and each takes back only their own', async () => {
    const botId = await tests.service.make(bot)
    const [one, two] = await Promise.all([open(botId), open(botId, grace)])
    await goOffline(one)
    await rename(one, 'Welcome', 'Written offline')
    await title(one, 'End').click()
    await one.getByLabel('Title', { exact: true }).fill('Also offline')
    await isSaying(one, 'Offline, 2 changes kept on this device')

    await rename(two, 'Middle', 'By Grace')
    await isSaying(two, 'Saved')
    await tests.service.call('POST', `bots/${botId}/operations`, {
      id: 'batch-of-a-program',
      revision: 0,
      operations: [{ kind: 'set', path: ['name'], value: 'Named by a program', was: 'Shared' }],
    })
    await tests.service.call('PATCH', `bots/${botId}`, { bot: { theme: { customCss: '/* by an update */' } } })
    await expect.poll(() => two.getByLabel('Name of the bot').inputValue()).toBe('Named by a program')

    await one.context().setOffline(false)
    await isSaying(one, 'Saved')
    await title(one, 'By Grace').waitFor()
    await title(two, 'Written offline').waitFor()
    const whole = ['Written offline', 'By Grace', 'Also offline']
    expect(await stored(botId)).toMatchObject({
      name: 'Named by a program',
      theme: { customCss: '/* by an update */' },
      groups: whole.map((it) => ({ title: it })),
    })

    await one.getByRole('button', { name: 'Undo: Rename group' }).click()
    await one.getByRole('button', { name: 'Undo: Rename group' }).click()
    await expect.poll(() => titles(botId)).toEqual(['Welcome', 'By Grace', 'End'])
    await expect.poll(() => one.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true)
    await two.getByRole('button', { name: 'Undo: Rename group' }).click()
    await expect.poll(() => titles(botId)).toEqual(['Welcome', 'Middle', 'End'])
    await Promise.all([title(one, 'Middle').waitFor(), title(two, 'Welcome').waitFor()])
    expect((await stored(botId)).name).toBe('Named by a program')
    expect(two.problems).toEqual([])
    await close(one, two)
  })

  it('see the author of the last edit beside the state of saving; screen readers do not announce it', async () => {
    const botId = await tests.service.make(bot)
    const [one, two] = await Promise.all([open(botId), open(botId, grace)])
    await rename(one, 'Welcome', 'By Ada')
    await isSaying(one, 'Saved· you, just now')
    await isSaying(two, 'Saved· Ada, just now')
    await rename(two, 'Middle', 'By Grace')
    await isSaying(one, 'Saved· Grace Hopper, just now')
    await tests.service.call('PATCH', `bots/${botId}`, { bot: { theme: { customCss: '/* by an update */' } } })
    await isSaying(two, 'Saved· Ada, just now')
    const late = await open(botId, grace)
    await isSaying(late, 'Saved· Ada, just now')
    const time = late.locator('.saving time')
    expect(Date.parse((await time.getAttribute('datetime'))!)).toBeGreaterThan(0)
    await expect
      .poll(() => late.locator('.saving').getAttribute('title'))
      .toMatch(/^Saved\. Last changed by Ada: .*\d{4}/)
    await expect.poll(() => late.locator('.saving [role="status"]').textContent()).toBe('Saved')
    await close(one, two, late)
  })

  it('see both versions of a field that both have changed, and one can be chosen', async () => {
    const botId = await tests.service.make(bot)
    const [one, two] = await Promise.all([open(botId), open(botId, grace)])
    await goOffline(one)
    await rename(one, 'Welcome', 'Mine')
    await isSaying(one, 'Offline')
    await rename(two, 'Welcome', 'Of Grace')
    await isSaying(two, 'Saved')
    await one.context().setOffline(false)
    const conflict = one.getByRole('alert').filter({ hasText: 'Someone else edited this' })
    await conflict.waitFor()
    await isSaying(one, 'Saved, but for 1 conflict')
    await expect.poll(() => conflict.textContent()).toMatch(/Of Grace › title.*Keep theirs: Of Grace.*Use mine: Mine/)
    expect(await titles(botId)).toContain('Of Grace')
    await conflict.getByRole('button', { name: 'Use mine' }).click()
    await expect.poll(() => titles(botId)).toContain('Mine')
    await title(two, 'Mine').waitFor()
    await conflict.waitFor({ state: 'detached' })
    await close(one, two)
  })

  it('can restore an element that the other deleted while they edited it', async () => {
    const botId = await tests.service.make(bot)
    const [one, two] = await Promise.all([open(botId), open(botId, grace)])
    await goOffline(one)
    await rename(one, 'End', 'Worked on')
    await isSaying(one, 'Offline')
    await title(two, 'End').click()
    await two.keyboard.press('Delete')
    await expect.poll(() => titles(botId)).toEqual(['Welcome', 'Middle'])
    await one.context().setOffline(false)
    await one.getByRole('button', { name: /^Restore: Worked on/ }).click()
    await expect.poll(() => titles(botId)).toEqual(['Welcome', 'Middle', 'Worked on'])
    await title(two, 'Worked on').waitFor()
    await close(one, two)
  })

  it('see who else is present and at which group, on the canvas and as text, until they leave', async () => {
    const botId = await tests.service.make(bot)
    const [one, two] = await Promise.all([open(botId), open(botId, grace)])
    await title(two, 'Middle').click()
    await one.getByRole('button', { name: 'Grace Hopper, at Middle. Show' }).waitFor()
    await one.locator('.presence-mark', { hasText: 'Grace Hopper' }).waitFor()
    await one.getByRole('status').filter({ hasText: 'Grace Hopper is at Middle.' }).waitFor()
    await two.getByRole('img', { name: 'Ada', exact: true }).waitFor()
    expect(await findBarriers(one)).toEqual([])
    await close(two)
    await one.locator('.presence-mark').waitFor({ state: 'detached' })
    await one.getByRole('status').filter({ hasText: 'Grace Hopper has left.' }).waitFor()
    await close(one)
  })

  it('see as many faces as the window has space for, and how many others there are', async () => {
    const botId = await tests.service.make(bot)
    const tokens = [
      grace,
      await addPerson(tests.service, 'Alan Turing'),
      await addPerson(tests.service, 'Mary Cartwright'),
    ]
    const one = await open(botId)
    const others = await Promise.all(tokens.map((token) => open(botId, token)))
    const shown = async () => (await one.locator('.people li:visible').allInnerTexts()).sort()
    await expect.poll(shown).toEqual(['AT', 'GH', 'MC'])
    for (const [width, count] of [
      [1000, 2],
      [390, 1],
    ] as const) {
      await one.setViewportSize({ width, height: 800 })
      await expect.poll(async () => (await shown()).length).toBe(count + 1)
      expect(await shown()).toContain(`+${3 - count}`)
    }
    await close(one, ...others)
  })
})

describe('the cursor of another person', () => {
  const pointer = (page: Page) => page.locator('.pointer[data-shown]')
  /** Position of the cursor in the coordinates of the flow on that page. */
  const positionOf = (page: Page) =>
    pointer(page).evaluate((it) => {
      const { e, f } = new DOMMatrixReadOnly((it as HTMLElement).style.transform)
      return { x: e, y: f }
    })
  const flowAt = (page: Page, x: number, y: number) =>
    page.locator('.react-flow__viewport').evaluate(
      (it, at) => {
        const { a, e, f } = new DOMMatrixReadOnly(getComputedStyle(it).transform)
        const frame = it.closest('.canvas')!.getBoundingClientRect()
        return { x: Math.round((at.x - frame.x - e) / a), y: Math.round((at.y - frame.y - f) / a) }
      },
      { x, y },
    )

  it('is shown where it is in the flow, in the way of nothing, and no more once it has left', async () => {
    const botId = await tests.service.make(bot)
    const [one, two] = await Promise.all([open(botId), open(botId, grace)])
    await one.locator('.pointer').waitFor({ state: 'attached' })
    await two.locator('.pointer').waitFor({ state: 'attached' })
    await expect.poll(() => pointer(one).count()).toBe(0)
    const { x, y, width, height } = (await title(two, 'Middle').boundingBox())!
    await two.mouse.move(x + 200, y + 300, { steps: 3 })
    await two.mouse.move(x + width / 2, y + height / 2, { steps: 8 })
    const there = await flowAt(two, x + width / 2, y + height / 2)
    await expect.poll(() => positionOf(one)).toEqual(there)
    expect(await pointer(one).evaluate((it) => getComputedStyle(it).getPropertyValue('--person'))).toBe(
      await one.locator('.face').evaluate((it) => getComputedStyle(it).getPropertyValue('--person')),
    )
    expect(await pointer(one).evaluate((it) => it.closest('[aria-hidden="true"]') !== null)).toBe(true)

    // The cursor keeps its position while the view moves, keeps its size, and lets clicks through.
    const size = async () => (await pointer(one).locator('svg').boundingBox())!.width
    const before = await size()
    await one.getByRole('button', { name: 'Zoom in' }).click()
    await one.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(size).toBeCloseTo(before, 3)
    expect(await positionOf(one)).toEqual(there)
    await title(one, 'Middle').click()
    await expect.poll(() => new URL(one.url()).hash).toBe('#/g2')

    await two.getByRole('button', { name: 'Undo', exact: true }).hover({ force: true })
    await expect.poll(() => pointer(one).count()).toBe(0)
    await two.mouse.move(x, y + 30)
    await pointer(one).getByText('Grace Hopper').waitFor()
    await two.getByRole('link', { name: 'Settings' }).click()
    await expect.poll(() => pointer(one).count()).toBe(0)
    await close(two)
    await one.locator('.pointer').waitFor({ state: 'detached' })
    expect(one.problems).toEqual([])
    await close(one)
  })

  it('does not render the canvas again, and is not broadcast while it rests or nobody else is present', async () => {
    const botId = await tests.service.make(bot)
    const one = await open(botId)
    const told: string[] = []
    one.on('request', (request) => /\/pointer$/.test(request.url()) && told.push(request.url()))
    await one.mouse.move(700, 300)
    await one.mouse.move(800, 500, { steps: 10 })
    const two = await open(botId, grace)
    await one.locator('.pointer').waitFor({ state: 'attached' })
    await two.locator('.pointer').waitFor({ state: 'attached' })
    expect(told).toEqual([])
    await one.mouse.move(500, 400, { steps: 5 })
    const rest = await flowAt(one, 500, 400)
    await expect.poll(() => pointer(two).count()).toBe(1)
    await expect.poll(() => positionOf(two)).toEqual(rest)
    const known = told.length
    await one.locator('.canvas').evaluate((canvas) => {
      const changes: string[] = []
      Object.assign(window, { changes })
      const watch = new MutationObserver((seen) => {
        for (const { target } of seen) {
          if (!(target as Element).closest('.pointer')) changes.push((target as Element).className)
        }
      })
      watch.observe(canvas, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    await two.mouse.move(700, 300)
    await two.mouse.move(900, 400, { steps: 20 })
    const there = await flowAt(two, 900, 400)
    await expect.poll(() => positionOf(one)).toEqual(there)
    expect(await one.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([])
    expect(told).toHaveLength(known)
    await close(one, two)
  })
})

describe('an edit', () => {
  it('is taken once when the answer to it was lost on the way', async () => {
    const botId = await tests.service.make(bot)
    const page = await open(botId)
    let lost = 0
    await page.route('**/operations', async (route) => {
      await route.fetch()
      if (lost++ > 0) return route.fallback()
      await tests.service.call('POST', `bots/${botId}/operations`, {
        id: 'in-between',
        revision: 1,
        operations: [{ kind: 'set', path: ['groups', '#g1', 'title'], value: 'Later', was: 'Sent twice' }],
      })
      await route.abort()
    })
    await rename(page, 'Welcome', 'Sent twice')
    await title(page, 'Later').waitFor()
    await isSaying(page, 'Saved')
    expect(lost).toBeGreaterThan(1)
    expect(await titles(botId)).toEqual(['Later', 'Middle', 'End'])
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await close(page)
  })

  it('that the service does not take does not hold up what comes after it, once it is put right', async () => {
    const botId = await tests.service.make(bot)
    const page = await open(botId)
    await page.route('**/operations', (route) =>
      route.request().postData()?.includes('Refused')
        ? route.fulfill({ status: 400, json: { code: 'invalid_operation', status: 400, message: 'Not like this' } })
        : route.fallback(),
    )
    await rename(page, 'Welcome', 'Refused')
    await isSaying(page, 'Not saved: Not like this')
    await page.getByLabel('Title', { exact: true }).fill('Fine')
    await isSaying(page, 'Saved')
    expect(await titles(botId)).toEqual(['Fine', 'Middle', 'End'])
    await close(page)
  })
})
