import { type OpenPage, openPage as openAnyPage } from '@colloquy/test-kit/browsing'
import { findBarriers as findOnPage } from '@colloquy/test-kit/find-barriers'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export { endVisits, launchBrowser, type OpenPage, shareBrowser } from '@colloquy/test-kit/browsing'

/** A page without access to other hosts that may use the clipboard, on a laptop's screen by default. */
export const openPage = (browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> =>
  openAnyPage(browser, { permissions: ['clipboard-read', 'clipboard-write'], ...options })

/** A page of the builder with the owner signed in, on a wide screen by default. */
export async function openSignedIn(
  browser: Browser,
  { url, token }: { url: string; token: string },
  path = '/',
  options: BrowserContextOptions = {},
) {
  const page = await openPage(browser, { viewport: { width: 1900, height: 1000 }, ...options })
  page.setDefaultTimeout(60_000)
  await page.goto(`${url}${path}#token=${token}`)
  return page
}

/** Findings of axe on a page at rest, one line each: of all its rules or of some, in the whole page or within a selector. */
export const findBarriers = (page: Page, rules?: string[], inside?: string): Promise<string[]> =>
  findOnPage(page, { rules, inside })
