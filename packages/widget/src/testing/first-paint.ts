/**
 * Prints when the first message of a hosted page is painted, and when the widget has taken over, in milliseconds after the visitor
 * opened it: medians and the slowest of some visits with an empty cache, on loopback, with a processor four times slower.
 */
import { launchBrowser, openPage } from './browser.js'
import { asks, flowOf, says } from './flow-of.js'
import { runService } from './running-service.js'

const visits = Number(process.argv[2] ?? 15)
const slowness = 4

const service = await runService()
const browser = await launchBrowser()
try {
  const blocks = [says('Hello, and welcome.'), says('What may we call you?', 'name'), asks('text input')]
  await service.publish(flowOf('first-paint', blocks))
  const seen: Seen[] = []
  // The first visit finds a service that has not read its files yet.
  for (let visit = 0; visit <= visits; visit++) {
    const one = await visitOnce()
    if (visit > 0) seen.push(one)
  }
  for (const name of ['painted', 'taken over', 'shifted'] as const) {
    const all = seen.map((one) => one[name]).sort((a, b) => a - b)
    const [median, most] = [all[Math.floor(all.length / 2)] ?? 0, all.at(-1) ?? 0]
    const unit = name === 'shifted' ? '' : ' ms'
    console.log(
      `${name.padEnd(12)} median ${round(median)}${unit}, at most ${round(most)}${unit}, of ${all.length} visits`,
    )
  }
} finally {
  await browser.close()
  await service.close()
}

interface Seen {
  painted: number
  'taken over': number
  /** Cumulative layout shift. */
  shifted: number
}

async function visitOnce(): Promise<Seen> {
  const page = await openPage(browser, { reducedMotion: 'no-preference', viewport: { width: 390, height: 844 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    const counter = window as unknown as { shifted: number }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) counter.shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${service.url}/c/first-paint`)
  await page.locator('.drawn').waitFor({ state: 'detached' })
  const seen = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return {
      painted: paint?.startTime ?? Number.NaN,
      'taken over': performance.now(),
      shifted: (window as unknown as { shifted: number }).shifted,
    }
  })
  await page.context().close()
  return seen
}

function round(value: number): string {
  return value < 1 ? String(Math.round(value * 10_000) / 10_000) : value.toFixed(1)
}
