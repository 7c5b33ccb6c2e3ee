/** Measures the canvas with 500 groups of 6 blocks: time to open, frames of panning, zooming and dragging, a keystroke, undo. */
import type { Page } from 'playwright-core'
import { bigFlow } from './big-flow.js'
import { launchBrowser, openPage } from './browser.js'
import { runService } from './running-service.js'

const service = await runService()
// What the compiler puts around named functions is not there in the page.
const naming = 'globalThis.__name = (named) => named'
const browser = await launchBrowser()
try {
  const botId = await service.make(bigFlow(500, 6))
  const page = await openPage(browser)
  await page.addInitScript(naming)
  await page.goto(`${service.url}/#token=${service.token}`)
  await page.locator('.bot-card').first().waitFor()
  const started = performance.now()
  await page.goto(`${service.url}/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  console.log(`open: ${Math.round(performance.now() - started)} ms`)
  console.log(`whole flow, pan: ${await frames(page, () => wheel(page, 24, 40, 20))}`)
  console.log(`whole flow, zoom in: ${await frames(page, () => wheel(page, 30, 0, -12, true))}`)
  await page.keyboard.press('Shift+Digit0')
  await page.waitForTimeout(400)
  console.log(`at 100 %, pan: ${await frames(page, () => wheel(page, 60, 60, 30))}`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Group 250')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(600)
  const head = page.locator('.group', { hasText: 'Group 250' }).locator('.group-head')
  const box = (await head.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + 15)
  await page.mouse.down()
  console.log(
    `at 100 %, drag a group: ${await frames(page, async () => {
      for (let step = 0; step < 60; step += 1) await page.mouse.move(box.x + 40 + step * 4, box.y + 15 + step * 2)
    })}`,
  )
  await page.mouse.up()
  await page.locator('.group', { hasText: 'Group 250' }).locator('.block-head', { hasText: 'Text' }).first().click()
  const field = page.locator('.side .text').nth(1)
  await field.waitFor()
  const strokes: number[] = []
  for (const letter of 'measured') {
    await field.focus()
    await page.evaluate(() => {
      const w = window as unknown as { painted: Promise<number> }
      w.painted = new Promise((done) => {
        const listen = (event: Event) => {
          removeEventListener('beforeinput', listen, true)
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => done(performance.now() - event.timeStamp)
            channel.port2.postMessage('')
          })
        }
        addEventListener('beforeinput', listen, true)
      })
    })
    await page.keyboard.type(letter)
    strokes.push(await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted))
  }
  console.log(`keystroke to paint: ${summary(strokes)}`)
} finally {
  await browser.close()
  await service.close()
}

async function wheel(page: Page, count: number, x: number, y: number, isZoom = false) {
  await page.mouse.move(760, 450)
  if (isZoom) await page.keyboard.down('Control')
  for (let step = 0; step < count; step += 1) {
    await page.mouse.wheel(x, y)
    await page.waitForTimeout(16)
  }
  if (isZoom) await page.keyboard.up('Control')
}

/** Times between frames while something goes on. */
async function frames(page: Page, work: () => Promise<void>): Promise<string> {
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
  await work()
  const times = await page.evaluate(() => {
    const w = window as unknown as { times: number[]; isRunning: boolean }
    w.isRunning = false
    return w.times.slice(1)
  })
  return summary(times)
}

function summary(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${times.length})`
}
