/**
 * Measures the canvas with 500 groups, 3,000 blocks and 4,000 edges, and with two groups on the same page as a baseline: the cost of
 * opening it, of panning and zooming, and of editing. Medians of several visits, each in a separate browser; `--visits 5` for more.
 * The last rows are of keys that are pressed while the worker replays 1,000 conversations on the large canvas.
 * Wall-clock times depend on what else the machine does; times of the page's own thread hardly do.
 */
import { loadavg } from 'node:os'
import type { CDPSession, Page } from 'playwright-core'
import { bigFlow } from './big-flow.js'
import { launchBrowser, openPage } from './browser.js'
import { holdConversations } from './hold-conversations.js'
import { runService } from './running-service.js'

const visits = Number(process.argv[process.argv.indexOf('--visits') + 1]) || 3
/** Recorded conversations that the strip replays, and edits after which it does. */
const conversations = 1_000
const edits = 20
/** Measurements of one visit by name, in milliseconds. */
type Metrics = Record<string, number>

const service = await runService()
try {
  const flows = { large: bigFlow(500, 6, 8), small: bigFlow(2, 6, 8) }
  const measured: Record<keyof typeof flows, Metrics[]> = { large: [], small: [] }
  const load = loadavg()[0]!
  for (let visit = 0; visit < visits; visit += 1) {
    for (const size of ['small', 'large'] as const) {
      // A visit moves a group, so that each gets a new bot.
      const id = await service.make(flows[size])
      await service.call('POST', `bots/${id}/publish`, {})
      measured[size].push(await measure(id))
    }
  }
  console.log(
    `${visits} visits, load ${load.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after; milliseconds, medians`,
  )
  console.log(`${'what'.padEnd(46)}   large   small   ratio`)
  for (const name of Object.keys(measured.large[0]!)) {
    const [large, small] = [median(measured.large, name), median(measured.small, name)]
    const cells = [large, small].map((it) => it.toFixed(1).padStart(8)).join('')
    console.log(`${name.padEnd(46)}${cells}${(large / small).toFixed(1).padStart(8)}`)
  }
  const botId = await service.make({ ...flows.large, publicId: 'replayed' })
  await service.call('POST', `bots/${botId}/publish`, {})
  await holdConversations(service, botId, conversations)
  for (const [name, value] of Object.entries(await measureReplays(botId)))
    console.log(`${name.padEnd(46)}${value.toFixed(1).padStart(8)}`)
} finally {
  await service.close()
}

interface Replaying {
  /** Drafts sent to the worker, and reports that it answered with. */
  drafts: number
  reports: number
}

/** Runs in the page: counts what a worker is asked, and what it answers. */
function countReplays(): void {
  const replaying = { drafts: 0, reports: 0 }
  Object.assign(window, { replaying })
  const { postMessage, addEventListener } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, message: { kind?: string }) {
    if (message.kind === 'draft') replaying.drafts += 1
    postMessage.call(this, message)
  } as typeof postMessage
  Worker.prototype.addEventListener = function (this: Worker, ...given: Parameters<typeof addEventListener>) {
    addEventListener.call(this, 'message', (event) => {
      if ((event as MessageEvent).data.kind === 'report') replaying.reports += 1
    })
    addEventListener.apply(this, given)
  } as typeof addEventListener
}

/** Edits a text that all conversations read, waits until the worker replays them, and presses keys until it answers. */
async function measureReplays(botId: string): Promise<Metrics> {
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(countReplays)
    await page.goto(`${service.url}/bots/${botId}#token=${service.token}`)
    const count = `${conversations.toLocaleString('en')} conversations`
    await page.locator('.replay-strip').getByText(`All ${count} go as before`).waitFor({ timeout: 60_000 })
    await page.isCalm()
    const replaying = () => page.evaluate(() => (window as unknown as { replaying: Replaying }).replaying)
    await find(page, 'Group 0')
    // All conversations begin with this text.
    await page.locator('[data-block-id="g0b0"]').first().click()
    const field = page.locator('.side [contenteditable="true"]').first()
    await field.waitFor()
    await field.click()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const strokes: number[] = []
    const threads: number[] = []
    const answers: number[] = []
    for (let edit = 0; edit < edits; edit += 1) {
      const before = await replaying()
      await page.keyboard.type('a')
      await page.waitForFunction(
        (drafts) => (window as unknown as { replaying: Replaying }).replaying.drafts > drafts,
        before.drafts,
      )
      const began = performance.now()
      // The worker is busy until it reports.
      for (let after = await replaying(); after.reports === before.reports; after = await replaying()) {
        const busy = await threadOf(devtools)
        strokes.push(await untilPainted(page, 'beforeinput', () => page.keyboard.type('b')))
        threads.push((await threadOf(devtools)) - busy)
      }
      answers.push(performance.now() - began)
      // The keys are another edit, which is replayed as well.
      await page.waitForFunction(() => {
        const { drafts, reports } = (window as unknown as { replaying: Replaying }).replaying
        return drafts === reports
      })
      await page.waitForTimeout(600)
    }
    if (strokes.length < edits / 2) throw new Error(`Only ${strokes.length} keys were pressed during replays.`)
    await page
      .locator('.replay-strip')
      .getByText(/read other text/)
      .waitFor()
    return {
      [`keys while ${count} are replayed`]: strokes.length,
      'one of them, until it is painted': middle(strokes),
      'one of them, slowest': Math.max(...strokes),
      'one of them, thread of the page': middle(threads),
      'one of them, thread of the page, slowest': Math.max(...threads),
      'the replay, until it is reported': middle(answers),
    }
  } finally {
    await browser.close()
  }
}

async function measure(botId: string): Promise<Metrics> {
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    // The helper that the compiler puts around named functions does not exist in the page.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.goto(`${service.url}/#token=${service.token}`)
    await page.locator('.bot-card').first().waitFor()
    await page.isCalm()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const measurements: Metrics = {}
    const busy = await threadOf(devtools)
    const started = performance.now()
    await page.goto(`${service.url}/bots/${botId}`)
    await page.locator('.group').first().waitFor()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    measurements['open, by the clock'] = performance.now() - started
    measurements['open, thread of the page'] = (await threadOf(devtools)) - busy
    await page.waitForFunction(() => performance.getEntriesByName('everything-loaded').length > 0)
    await page.waitForTimeout(1500)
    measurements['open, thread of the page until it rests'] = (await threadOf(devtools)) - busy
    const during = async (name: string, work: () => Promise<void>) =>
      Object.assign(measurements, await framesDuring(page, devtools, name, work))
    await page.keyboard.press('Shift+Digit1')
    await page.waitForTimeout(400)
    await during('whole flow, pan', () => wheel(page, 40, [40, 20]))
    await during('whole flow, zoom', async () => {
      await wheel(page, 25, [0, -12], true)
      await wheel(page, 25, [0, 12], true)
    })
    await find(page, 'Group 1')
    await during('at 100 %, pan', () => wheel(page, 60, [30, 15]))
    await find(page, 'Group 1')
    const group = page.locator('.group', { hasText: 'Group 1' }).first()
    const box = (await group.locator('.group-head').boundingBox())!
    await page.mouse.move(box.x + 40, box.y + 15)
    await page.mouse.down()
    await during('at 100 %, drag a group', async () => {
      for (let step = 0; step < 60; step += 1) await page.mouse.move(box.x + 40 - step * 2, box.y + 15 + step)
    })
    await page.mouse.up()
    await find(page, 'Group 1')
    await page
      .locator('.group', { hasText: 'Group 1' })
      .first()
      .locator('.block-head', { hasText: 'Text' })
      .first()
      .click()
    const field = page.locator('.side .text').nth(1)
    await field.waitFor()
    await field.focus()
    const strokes: number[] = []
    const before = await threadOf(devtools)
    for (const letter of 'measured and more') {
      strokes.push(await untilPainted(page, 'beforeinput', () => page.keyboard.type(letter)))
      await page.waitForTimeout(120)
    }
    measurements['keystroke, until it is painted'] = middle(strokes)
    measurements['keystroke, slowest'] = Math.max(...strokes)
    measurements['keystroke, thread of the page'] = ((await threadOf(devtools)) - before) / strokes.length
    await page.keyboard.press('Escape')
    await page.waitForTimeout(1200)
    const undone: number[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      undone.push(await untilPainted(page, 'keydown', () => page.keyboard.press(turn % 2 ? 'Control+y' : 'Control+z')))
      await page.waitForTimeout(1200)
    }
    measurements['undo or redo, until it is painted'] = middle(undone)
    return measurements
  } finally {
    await browser.close()
  }
}

async function find(page: Page, title: string) {
  await page.keyboard.press('Control+k')
  await page.locator('[role="dialog"] input').waitFor()
  await page.keyboard.type(title)
  await page.keyboard.press('Enter')
  await page.waitForTimeout(300)
  await page.keyboard.press('Shift+Digit0')
  await page.waitForTimeout(500)
}

async function wheel(page: Page, count: number, [x, y]: [number, number], isZoom = false) {
  await page.mouse.move(760, 450)
  if (isZoom) await page.keyboard.down('Control')
  for (let step = 0; step < count; step += 1) {
    await page.mouse.wheel(x, y)
    await page.waitForTimeout(16)
  }
  if (isZoom) await page.keyboard.up('Control')
}

/** Milliseconds from an event until its result is painted. */
async function untilPainted(page: Page, event: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate((name) => {
    const w = window as unknown as { painted: Promise<number> }
    w.painted = new Promise((done) => {
      const listen = (it: Event) => {
        if (it instanceof KeyboardEvent && it.key.length > 1) return
        removeEventListener(name, listen, true)
        requestAnimationFrame(() => {
          const channel = new MessageChannel()
          channel.port1.onmessage = () => done(performance.now() - it.timeStamp)
          channel.port2.postMessage('')
        })
      }
      addEventListener(name, listen, true)
    })
  }, event)
  await act()
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}

/** Frames while some work runs, and the thread time of the page for each. */
async function framesDuring(
  page: Page,
  devtools: CDPSession,
  name: string,
  work: () => Promise<void>,
): Promise<Metrics> {
  await page.evaluate(() => {
    const w = window as unknown as { times: number[]; isRunning: boolean }
    w.times = []
    w.isRunning = true
    let last = performance.now()
    const tick = (now: number) => {
      w.times.push(now - last)
      last = now
      if (w.isRunning) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  const before = await threadOf(devtools)
  await work()
  const spent = (await threadOf(devtools)) - before
  const times = await page.evaluate(() => {
    const w = window as unknown as { times: number[]; isRunning: boolean }
    w.isRunning = false
    return w.times.slice(1)
  })
  const sorted = times.toSorted((a, b) => a - b)
  return {
    [`${name}, between frames`]: middle(times),
    [`${name}, between the slowest twentieth`]: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    [`${name}, thread per frame`]: spent / times.length,
  }
}

/** Milliseconds of work that the thread of a page has done so far. */
async function threadOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}

function median(all: readonly Metrics[], name: string): number {
  return middle(all.map((it) => it[name] ?? Number.NaN))
}

function middle(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
