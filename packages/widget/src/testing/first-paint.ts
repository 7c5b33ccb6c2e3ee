/**
 * Prints when the first message of a hosted page is painted, and when the widget has taken over, in milliseconds after the visitor opened
 * it: medians and the slowest of some visits with an empty cache, on loopback, with a processor four times slower, to a service that has
 * already served requests. The baseline is a page of two bare paragraphs, visited alternately: the time that the browser needs for itself.
 * Nothing runs in a page before it is painted, because that would be measured, too. A visit waits until nothing else keeps the machine
 * busy.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchBrowser } from './browser.js'
import { asks, flowOf, says } from './flow-of.js'
import { runService } from './running-service.js'
import { isTakenOver } from './visit.js'

const visits = Number(process.argv[2] ?? 15)
const slowness = 4
let isDisturbed = false

const bareSite = createServer((_, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html><title>Bare</title><p>Hello, and welcome.</p><p>What may we call you?</p>')
}).listen(0)
const service = await runService()
const browser = await launchBrowser()
try {
  const blocks = [says('Hello, and welcome.'), says('What may we call you?', 'name'), asks('text input')]
  await service.publish(flowOf('first-paint', blocks))
  // Code that has run only a few times is slow, and so is a browser at its first page.
  for (let request = 0; request < 100; request++) await (await fetch(`${service.url}/c/first-paint`)).arrayBuffer()
  await visitBare()
  const seen: Seen[] = []
  const bare: number[] = []
  for (let visit = 0; visit < visits; visit++) {
    bare.push(await visitBare())
    seen.push(await visitOnce())
  }
  bare.sort((a, b) => a - b)
  console.log(
    `floor        median ${round(bare[Math.floor(bare.length / 2)] ?? 0)} ms, at most ${round(bare.at(-1) ?? 0)} ms`,
  )
  for (const name of ['painted', 'taken over', 'shifted'] as const) {
    const all = seen.map((one) => one[name]).sort((a, b) => a - b)
    const [median, max] = [all[Math.floor(all.length / 2)] ?? 0, all.at(-1) ?? 0]
    const unit = name === 'shifted' ? '' : ' ms'
    console.log(
      `${name.padEnd(12)} median ${round(median)}${unit}, at most ${round(max)}${unit}, of ${all.length} visits`,
    )
  }
  if (isDisturbed) console.log('The machine had other things to do: these are not the figures of a quiet one.')
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
  const page = await paintedPage(`${service.url}/c/first-paint`)
  await isTakenOver(page)
  const seen = await page.evaluate(async () => {
    const takenOver = performance.now()
    // The browser buffers layout shifts: observing from the beginning would cost the page time.
    const shifts = await new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
      window.setTimeout(() => resolve([]), 500)
    })
    return {
      'taken over': takenOver,
      shifted: shifts.reduce((sum, shift) => sum + (shift as PerformanceEntry & { value: number }).value, 0),
    }
  })
  const painted = await paintTime(page)
  await page.context().close()
  return { painted, ...seen }
}

async function visitBare(): Promise<number> {
  const page = await paintedPage(`http://127.0.0.1:${(bareSite.address() as AddressInfo).port}/`)
  const time = await paintTime(page)
  await page.context().close()
  return time
}

/**
 * Opens a page and returns as soon as something is painted on it. Requests are not intercepted as in tests, because that takes time, too.
 */
async function paintedPage(url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  // CPU throttling keeps the processor busy.
  await machineRests()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await session.send('Page.enable')
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true })
  const painted = new Promise<void>((resolve) => {
    session.on('Page.lifecycleEvent', ({ name }) => name === 'firstContentfulPaint' && resolve())
  })
  await page.goto(url, { waitUntil: 'commit' })
  await painted
  return page
}

function paintTime(page: Page): Promise<number> {
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
}

/** Waits for a moment in which the processors are almost idle, at most ten seconds. */
async function machineRests(): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const before = busyTime()
    await setTimeout(200)
    if (busyTime() - before < 20 * cpus().length) return
  }
  isDisturbed = true
}

/** Milliseconds that all processors together were busy. */
function busyTime(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0)
}

function round(value: number): string {
  return value < 1 ? String(Math.round(value * 10_000) / 10_000) : value.toFixed(1)
}
