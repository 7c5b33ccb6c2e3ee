/**
 * Measures typing on a canvas of 3,000 blocks while the strip above it replays 1,000 conversations after each pause. Baselines are the same
 * canvas without conversations, and a canvas of 10 blocks. Measured are the milliseconds from a keystroke until the page has painted it,
 * and until the browser reports its frame as presented (`presented`; rounded to 8 ms, and nothing below 16 ms is reported). `--strokes 200`
 * for more. Keystrokes come in bursts; the pause between two bursts sweeps over the time in which the strip starts.
 */
import { loadavg } from 'node:os'
import type { CDPSession, Page } from 'playwright-core'
import { bigFlow } from './big-flow.js'
import { launchBrowser, openPage } from './browser.js'
import { holdConversations } from './hold-conversations.js'
import { type RunningService, runService } from './running-service.js'

const strokes = Number(process.argv[process.argv.indexOf('--strokes') + 1]) || 120
const conversations = 1_000
const burst = 3

const service = await runService()
try {
  const load = loadavg()[0]!
  const cases = [
    ['10 blocks, strip at rest', bigFlow(2, 5, 2), false, '100 %'],
    ['10 blocks, strip at work', bigFlow(2, 5, 2), true, '100 %'],
    ['3,000 blocks, strip at rest', bigFlow(500, 6, 8), false, '100 %'],
    ['3,000 blocks, strip at work', bigFlow(500, 6, 8), true, '100 %'],
    ['3,000 blocks in view, at work', bigFlow(500, 6, 8), true, 'all'],
  ] as const
  const heads = [
    'median',
    'p95',
    'slowest',
    'presented, p95',
    'thread, median',
    'thread, p95',
    'replays',
    'sent, slowest',
  ]
  console.log(`${'milliseconds'.padEnd(32)}${heads.map(cell).join('')}`)
  for (const [index, [name, flow, isAtWork, view]] of cases.entries()) {
    const botId = await service.make({ ...flow, publicId: `typing-${index}` })
    await service.call('POST', `bots/${botId}/publish`, {})
    if (isAtWork) await holdConversations(service, botId, conversations)
    const { times, presented, threads, replays, handOver } = await type(service, botId, { isAtWork, view })
    const painted = [at(times, 0.5), at(times, 0.95), at(times, 1), at(presented, 0.95)]
    const figures = [...painted, at(threads, 0.5), at(threads, 0.95)]
    console.log(`${name.padEnd(32)}${[...figures, `${replays}`, handOver.toFixed(1)].map(cell).join('')}`)
  }
  console.log(`${strokes} keys each, load ${load.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`)
} finally {
  await service.close()
}

function cell(text: string): string {
  return text.padStart(16)
}

/** Returns the value below which the given share of the values lies. */
function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)
}

interface Typed {
  times: number[]
  /** Milliseconds until the frame is on the screen; 16 if the browser reports nothing slower. */
  presented: number[]
  /** The same, measured as thread time of the page, which hardly depends on what else the machine does. */
  threads: number[]
  /** Number of replays while typing. */
  replays: number
  /** Milliseconds of page thread that the slowest transfer of a draft to the worker took. */
  handOver: number
}

interface Typing {
  isAtWork: boolean
  view: '100 %' | 'all'
}

async function type({ url, token }: RunningService, botId: string, { isAtWork, view }: Typing): Promise<Typed> {
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser)
    await page.addInitScript(countHandOvers)
    await page.addInitScript(noteSlowKeys)
    await page.goto(`${url}/bots/${botId}#token=${token}`)
    await page.locator('.group').first().waitFor()
    if (isAtWork) await page.locator('.replay-strip').waitFor()
    await page.isCalm()
    await openFirstText(page, view)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const begun = await handOvers(page)
    const threads: number[] = []
    const times: number[] = []
    for (let stroke = 0; stroke < strokes; stroke++) {
      const before = await threadOf(devtools)
      times.push(await untilPainted(page, () => page.keyboard.type('m')))
      threads.push((await threadOf(devtools)) - before)
      const isPause = stroke % burst === burst - 1
      await page.waitForTimeout(isPause ? 380 + (stroke % 40) * 5 : 60)
    }
    const ended = await handOvers(page)
    const slow = await page.evaluate(() => (window as unknown as { slowKeys: number[] }).slowKeys)
    const presented = [...slow, ...Array.from({ length: Math.max(0, strokes - slow.length) }, () => 16)]
    return { times, presented, threads, replays: ended.count - begun.count, handOver: ended.slowest }
  } finally {
    await browser.close()
  }
}

async function openFirstText(page: Page, view: Typing['view']): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('[role="dialog"] input').waitFor()
  await page.keyboard.type('Group 1')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(300)
  await page.keyboard.press('Shift+Digit0')
  const group = page.locator('.group', { hasText: 'Group 1' }).first()
  await group.locator('.block-head', { hasText: 'Text' }).first().click()
  const field = page.locator('.side .text').nth(1)
  await field.waitFor()
  if (view === 'all') {
    await page.getByRole('button', { name: 'Show the whole flow' }).click()
    await page.waitForTimeout(500)
  }
  await page.evaluate(() => (window as unknown as { slowKeys: number[] }).slowKeys.splice(0))
  await field.focus()
}

/** Milliseconds of work that the thread of a page has done so far. */
async function threadOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** Runs in the page: records the time until a keystroke was presented, for those that the browser reports. */
function noteSlowKeys(): void {
  const slowKeys: number[] = []
  Object.assign(window, { slowKeys })
  const observer = new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') slowKeys.push(duration)
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Runs in the page: counts drafts sent to a worker, and how long sending takes. */
function countHandOvers(): void {
  const counted = { count: 0, slowest: 0 }
  Object.assign(window, { handOvers: counted })
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, message: { kind?: string }) {
    const before = performance.now()
    postMessage.call(this, message)
    if (message.kind !== 'draft') return
    counted.count += 1
    counted.slowest = Math.max(counted.slowest, performance.now() - before)
  } as typeof postMessage
}

function handOvers(page: Page): Promise<{ count: number; slowest: number }> {
  return page.evaluate(() => (window as unknown as { handOvers: { count: number; slowest: number } }).handOvers)
}

/** Milliseconds from a keystroke until its result is painted. */
async function untilPainted(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const w = window as unknown as { painted: Promise<number> }
    w.painted = new Promise((done) => {
      addEventListener(
        'keydown',
        (it) =>
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => done(performance.now() - it.timeStamp)
            channel.port2.postMessage('')
          }),
        { capture: true, once: true },
      )
    })
  })
  await act()
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}
