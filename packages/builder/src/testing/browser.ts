import { findBarriers as findOnPage } from '@colloquy/test-kit/find-barriers'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Launches the Chromium in `TEST_CHROMIUM`, or Debian's, with additional flags if any are given. */
export const launchBrowser = (...flags: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...stayHere, ...flags],
  })
/** Other host names do not resolve. Intercepting requests would cost a round trip for each, and the browser's cache. */
const stayHere = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost']

/** A page without access to other hosts: requests to them fail and are listed, and so are errors on its console. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  const problems: string[] = []
  const elsewhere: string[] = []
  const underway = new Set<unknown>()
  page.on('request', (request) => {
    if (!/\/live\?/.test(request.url())) underway.add(request)
  })
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event as 'requestfinished', (request) => void underway.delete(request))
  }
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    const { url } = message.location()
    if (message.type() === 'error' && !elsewhere.includes(url)) problems.push(`${message.text()} ${url}`)
  })
  context.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url())
    if (/^https?:$/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname)) elsewhere.push(href)
  })
  /** Waits until no requests are pending, except for the stream of live notifications. */
  const isCalm = async () => {
    await page.waitForLoadState()
    for (let calm = 0; calm < 5; calm = underway.size === 0 ? calm + 1 : 0) await page.waitForTimeout(100)
  }
  return Object.assign(page, { problems, elsewhere, isCalm })
}

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
