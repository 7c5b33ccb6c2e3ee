import { type OpenPage, openPage as openAnyPage } from '@colloquy/test-kit/browsing'
import { findBarriers } from '@colloquy/test-kit/find-barriers'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

export { endVisits, launchBrowser, shareBrowser } from '@colloquy/test-kit/browsing'

/** A page that stays on this machine: requests to other hosts fail and are recorded, and so are errors on its console. */
export const openPage = (browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> =>
  openAnyPage(browser, { viewport: { width: 1280, height: 720 }, hasOthersAsProblems: true, ...options })

/** Expects that axe finds nothing on a page at rest. */
export const expectAccessible = async (page: Page) => expect(await findBarriers(page)).toEqual([])

/** Checks only what another theme may change. */
export const expectReadable = async (page: Page) =>
  expect(await findBarriers(page, { rules: ['color-contrast'] })).toEqual([])
