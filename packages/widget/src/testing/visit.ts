import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { endVisits, openPage, shareBrowser } from './browser.js'
import { type FlowAppearance, flowOf } from './flow-of.js'
import { type RunningService, runService } from './running-service.js'

export type Visit = Awaited<ReturnType<typeof openPage>>

/** A service and a browser for the tests of one file; pages that a test opens are left after it. */
export function visiting(options?: Parameters<typeof runService>[0]) {
  const it = {} as { service: RunningService; browser: Browser }
  let count = 0
  const opened: Visit[] = []
  beforeAll(async () => {
    const [service, browser] = await Promise.all([runService(options), shareBrowser()])
    Object.assign(it, { service, browser })
  })
  afterAll(async () => {
    if (it.browser) await endVisits(it.browser)
    await it.service?.close()
  })
  afterEach(async () => {
    for (const page of opened.splice(0)) if (!page.isClosed()) await page.leave()
  })
  return {
    get service() {
      return it.service
    },
    get browser() {
      return it.browser
    },
    /** Creates a bot of these blocks, and returns its public id. */
    async bot(blocks: Parameters<typeof flowOf>[1], look?: FlowAppearance): Promise<{ publicId: string; id: string }> {
      count += 1
      const publicId = `bot-${count}`
      const { id } = await it.service.publish(flowOf(publicId, blocks, look))
      return { publicId, id }
    },
    /** A blank page. */
    async page(options?: BrowserContextOptions): Promise<Visit> {
      const page = await openPage(it.browser, options)
      opened.push(page)
      return page
    },
    /** The hosted page of a bot of these blocks. */
    async visit(
      blocks: Parameters<typeof flowOf>[1],
      look?: FlowAppearance,
      options?: BrowserContextOptions,
    ): Promise<Visit> {
      const { publicId } = await this.bot(blocks, look)
      const page = await this.page(options)
      await page.goto(`${it.service.url}/c/${publicId}`)
      if (options?.javaScriptEnabled !== false) await isTakenOver(page)
      return page
    },
  }
}

/** Waits until the widget has replaced the page rendered by the service. */
export const isTakenOver = (page: Page): Promise<void> => page.locator('.drawn').waitFor({ state: 'detached' })

/** Makes the service take the browser for a crawler: pages then come without a conversation, which the widget starts itself. */
export const begunByWidget: BrowserContextOptions = { userAgent: 'Mozilla/5.0 (compatible; reading-bot/1.0)' }

/** The conversation in order: the bot's bubbles and the visitor's. */
export const transcript = (page: Page): Promise<string[]> => page.locator('.bubble:not(.typing)').allInnerTexts()

/** A bubble with this text. */
export const bubble = (page: Page, text: string) => page.locator('.bubble', { hasText: text })
