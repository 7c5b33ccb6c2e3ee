/**
 * Prints when the first message of a hosted page is painted, and when the widget has taken over, in milliseconds after the visitor
 * opened it: medians and the slowest of some visits with an empty cache, on loopback, with a processor four times slower. The floor
 * is a page of two bare paragraphs, visited in turns with it: what the browser needs for itself.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { launchBrowser, openPage } from './browser.js'
import { asks, flowOf, says } from './flow-of.js'
import { runService } from './running-service.js'
import { isTakenOver } from './visit.js'

const visits = Number(process.argv[2] ?? 15)
const slowness = 4

const bareSite = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>Bare</title><p>Hello, and welcome.</p><p>What may we call you?</p>')
}).listen(0)
const service = await runService()
const browser = await launchBrowser()
try {
  const blocks = [says('Hello, and welcome.'), says('What may we call you?', 'name'), asks('text input')]
  await service.publish(flowOf('first-paint', blocks))
  const seen: Seen[] = []
  const bare: number[] = []
  // The first visit finds a service that has not read its files yet.
  for (let visit = 0; visit <= visits; visit++) {
    const floor = await visitBare()
    const one = await visitOnce()
    if (visit === 0) continue
    bare.push(floor)
    seen.push(one)
  }
  bare.sort((a, b) => a - b)
  console.log(
    `floor        median ${round(bare[Math.floor(bare.length / 2)] ?? 0)} ms, at most ${round(bare.at(-1) ?? 0)} ms`,
  )
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
  bareSite.close()
}

interface Seen {
  painted: number
  'taken over': number
  /** Cumulative layout shift. */
  shifted: number
}

async function visitOnce(): Promise<Seen> {
  const page = await slowPage()
  await page.goto(`${service.url}/c/first-paint`)
  await isTakenOver(page)
  const seen = await page.evaluate(async () => {
    const takenOver = performance.now()
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    // What has shifted is kept by the browser: watching from the beginning would cost the page time.
    const shifts = await new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve([]), 500)
    })
    return {
      painted: paint?.startTime ?? Number.NaN,
      'taken over': takenOver,
      shifted: shifts.reduce((sum, shift) => sum + (shift as PerformanceEntry & { value: number }).value, 0),
    }
  })
  await page.context().close()
  return seen
}

async function visitBare(): Promise<number> {
  const page = await slowPage()
  await page.goto(`http://127.0.0.1:${(bareSite.address() as AddressInfo).port}/`)
  const painted = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const time = await painted.jsonValue()
  await page.context().close()
  return time ?? Number.NaN
}

async function slowPage(): Promise<Page> {
  const page = await openPage(browser, { reducedMotion: 'no-preference', viewport: { width: 390, height: 844 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  return page
}

function round(value: number): string {
  return value < 1 ? String(Math.round(value * 10_000) / 10_000) : value.toFixed(1)
}
