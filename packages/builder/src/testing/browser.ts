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

export type OpenPage = Page & {
  /** Errors on its console and in its scripts. */
  problems: string[]
  /** Requests to other hosts, which fail. */
  elsewhere: string[]
  /** Waits until no requests are pending, except for the stream of live notifications. */
  isCalm: () => Promise<void>
  /** Ends the visit. The next page with the same options is this one, as new: it takes a third of the processor time of a first page. */
  leave: () => Promise<void>
}

/** Pages that were left, by their options. */
const leftPages = new WeakMap<Browser, Map<string, OpenPage[]>>()

/** A page without access to other hosts: requests to them fail and are listed, and so are errors on its console. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const { viewport = { width: 1440, height: 900 }, ...others } = options
  const kind = JSON.stringify({ ...others, hasViewport: viewport !== null })
  const left = leftPages.get(browser)?.get(kind)?.pop()
  if (left === undefined) return firstPage(browser, kind, { ...others, viewport })
  if (viewport) await left.setViewportSize(viewport)
  return left
}

async function firstPage(browser: Browser, kind: string, options: BrowserContextOptions): Promise<OpenPage> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
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
  const origins = new Set<string>()
  context.on('request', (request) => {
    const { protocol, hostname, href, origin } = new URL(request.url())
    if (!/^https?:$/.test(protocol)) return
    if (['127.0.0.1', 'localhost'].includes(hostname)) origins.add(origin)
    else elsewhere.push(href)
  })
  const isCalm = async () => {
    await page.waitForLoadState()
    for (let calm = 0; calm < 5; calm = underway.size === 0 ? calm + 1 : 0) await page.waitForTimeout(100)
  }
  const devtools = await context.newCDPSession(page)
  const changes = watchChanges(page)
  const leave = async () => {
    const { origin, protocol } = new URL(page.url())
    if (changes.areLasting() || !/^https?:$/.test(protocol)) return context.close()
    for (const other of context.pages()) if (other !== page) await other.close()
    changes.forgetListeners()
    // Its scripts end here. With the same policy for openers as the builder, the page stays in its process, which has compiled the scripts.
    await page.goto(`${origin}/docs`)
    await page.evaluate(() => sessionStorage.clear())
    await context.clearCookies()
    for (const one of origins) await devtools.send('Storage.clearDataForOrigin', { origin: one, storageTypes })
    await page.mouse.move(-1, -1)
    await page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'reduce',
    })
    page.setDefaultTimeout(30_000)
    for (const list of [problems, elsewhere]) list.length = 0
    origins.clear()
    const byKind = leftPages.get(browser) ?? new Map<string, OpenPage[]>()
    leftPages.set(browser, byKind.set(kind, [...(byKind.get(kind) ?? []), opened]))
  }
  const opened = Object.assign(page, { problems, elsewhere, isCalm, leave })
  return opened
}

/** Kinds of storage that are cleared, beside cookies. Downloaded files stay in the cache. */
const storageTypes = 'cache_storage,indexeddb,local_storage,service_workers'

/** Records what a test does to a page that outlasts the visit: its listeners, and calls that cannot be taken back. */
function watchChanges(page: Page) {
  let isLasting = false
  const listeners: [event: 'close', listener: () => void][] = []
  const record = (target: object, name: string, onCall: (...given: never[]) => void) => {
    const methods = target as Record<string, (...given: never[]) => unknown>
    const method = methods[name]!.bind(target)
    methods[name] = (...given) => {
      onCall(...given)
      return method(...given)
    }
  }
  const lasting = ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'setExtraHTTPHeaders']
  for (const name of lasting)
    for (const target of [page, page.context()]) record(target, name, () => (isLasting = true))
  for (const name of ['newCDPSession', 'setOffline', 'grantPermissions', 'clearPermissions', 'setGeolocation'])
    record(page.context(), name, () => (isLasting = true))
  for (const name of ['on', 'once', 'addListener'])
    record(page, name, (event: 'close', listener: () => void) => listeners.push([event, listener]))
  return {
    areLasting: () => isLasting || page.isClosed(),
    forgetListeners: () => {
      for (const [event, listener] of listeners.splice(0)) page.off(event, listener)
    },
  }
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
