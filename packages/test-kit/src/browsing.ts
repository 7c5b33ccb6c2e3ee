import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core'
import { picturesHost, servePictures } from './pictures.js'

/**
 * Launches the Chromium in `TEST_CHROMIUM`, or Debian's, with additional flags if any are given. Other hosts than this machine do not
 * resolve: intercepting requests would cost a round trip for each, and the browser's cache.
 */
export async function launchBrowser(...flags: string[]): Promise<Browser> {
  const resolved = [
    `MAP ${picturesHost} 127.0.0.1:${await servePictures()}`,
    'MAP * ~NOTFOUND',
    ...['127.0.0.1', 'localhost', '*.localhost'].map((host) => `EXCLUDE ${host}`),
  ]
  return chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--host-resolver-rules=${resolved.join(', ')}`,
      ...flags,
    ],
  })
}

let shared: Browser | undefined

/**
 * The browser of all files of tests of this worker, which ends with it. Call `endVisits` instead of closing it: to launch another, with a
 * first page, takes as much processor time as three pages that others have left.
 */
export async function shareBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchBrowser()
  return shared
}

/** Closes what is open in the browser, except for pages that were left, which forget what they have downloaded. */
export async function endVisits(browser: Browser): Promise<void> {
  const kept = leftPages.get(browser) ?? []
  for (const context of browser.contexts())
    if (!kept.some(({ page }) => page.context() === context)) await context.close()
  for (const { devtools } of kept) await devtools.send('Network.clearBrowserCache')
}

export interface VisitOptions extends BrowserContextOptions {
  /** Reports failed requests to other hosts as problems, too. */
  hasOthersAsProblems?: boolean
}

export type OpenPage = Page & {
  /** Errors on its console and in its scripts. */
  problems: string[]
  /** Requests to other hosts, which fail, unless the test answers them. */
  elsewhere: string[]
  /** Waits until no requests are pending, except for the stream of live notifications. */
  isCalm: () => Promise<void>
  /** Ends the visit. The next page with the same options is this one, as new: it takes a third of the processor time of a first page. */
  leave: () => Promise<void>
}

interface LeftPage {
  kind: string
  page: OpenPage
  devtools: CDPSession
}

/** Pages that were left, the latest last. */
const leftPages = new WeakMap<Browser, LeftPage[]>()
/** Each holds the memory of a process. */
const maxLeft = 4

/** A page without access to other hosts: requests to them fail and are listed, and so are errors on its console. */
export async function openPage(browser: Browser, options: VisitOptions = {}): Promise<OpenPage> {
  const { viewport = { width: 1440, height: 900 }, ...others } = options
  const kind = JSON.stringify({ ...others, hasViewport: viewport !== null })
  const left = leftPages.get(browser) ?? []
  const index = left.findLastIndex((one) => one.kind === kind)
  const page = left.splice(index, index < 0 ? 0 : 1)[0]?.page
  if (page === undefined) return firstPage(browser, kind, { ...others, viewport })
  if (viewport) await page.setViewportSize(viewport)
  return page
}

async function firstPage(browser: Browser, kind: string, given: VisitOptions): Promise<OpenPage> {
  const { hasOthersAsProblems = false, ...options } = given
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
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
    if (message.type() !== 'error') return
    if (hasOthersAsProblems || !elsewhere.includes(url)) problems.push(`${message.text()} ${url}`)
  })
  const origins = new Set<string>()
  context.on('request', (request) => {
    const { protocol, hostname, href, origin } = new URL(request.url())
    if (!/^https?:$/.test(protocol) || hostname === picturesHost) return
    if (/^(127\.0\.0\.1|(.+\.)?localhost)$/.test(hostname)) origins.add(origin)
    else elsewhere.push(href)
  })
  // Only a route of the test answers them.
  context.on('response', (response) => {
    const index = elsewhere.indexOf(response.url())
    if (index >= 0) elsewhere.splice(index, 1)
  })
  const isCalm = async () => {
    await page.waitForLoadState()
    for (let calm = 0; calm < 5; calm = underway.size === 0 ? calm + 1 : 0) await page.waitForTimeout(100)
  }
  const devtools = await context.newCDPSession(page)
  const changes = watchChanges(page)
  const leave = async () => {
    if (leftPages.get(browser)?.some(({ page }) => page === opened)) return
    if (changes.areLasting() || options.javaScriptEnabled === false) return context.close()
    for (const other of context.pages()) if (other !== page) await other.close()
    await changes.takeBack()
    const { origin } = new URL(page.url())
    // Its scripts end here, in a page without any. With the same policy for openers as the builder, the page stays in its process, which has
    // compiled the scripts.
    for (const one of [...origins].toSorted((a, b) => Number(a === origin) - Number(b === origin))) {
      const answer = await page.goto(`${one}/docs/llms.txt`).catch(() => null)
      if (!answer) return context.close()
      await page.evaluate('sessionStorage.clear()')
      await devtools.send('Storage.clearDataForOrigin', { origin: one, storageTypes })
    }
    await devtools.send('Page.resetNavigationHistory')
    await context.clearCookies()
    await page.mouse.move(-1, -1)
    await page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'reduce',
      forcedColors: options.forcedColors ?? 'none',
      contrast: options.contrast ?? 'no-preference',
    })
    page.setDefaultTimeout(30_000)
    for (const list of [problems, elsewhere]) list.length = 0
    origins.clear()
    const left = leftPages.get(browser) ?? []
    leftPages.set(browser, left)
    left.push({ kind, page: opened, devtools })
    if (left.length > maxLeft) await left.shift()?.page.context().close()
  }
  const opened = Object.assign(page, { problems, elsewhere, isCalm, leave })
  return opened
}

/** Kinds of storage that are cleared, beside cookies. Downloaded files stay in the cache. */
const storageTypes = 'cache_storage,indexeddb,local_storage,service_workers'

/** Records what a test does to a page that outlasts the visit, and whether it can be taken back. */
function watchChanges(page: Page) {
  let isLasting = false
  let isRouted = false
  let isOffline = false
  const listeners: [event: 'close', listener: () => void][] = []
  const record = (target: object, name: string, onCall: (...given: never[]) => void) => {
    const methods = target as Record<string, (...given: never[]) => unknown>
    const method = methods[name]!.bind(target)
    methods[name] = (...given) => {
      onCall(...given)
      return method(...given)
    }
  }
  const lasting = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders']
  for (const target of [page, page.context()]) {
    for (const name of lasting) record(target, name, () => (isLasting = true))
    record(target, 'route', () => (isRouted = true))
  }
  for (const name of ['newCDPSession', 'grantPermissions', 'clearPermissions', 'setGeolocation'])
    record(page.context(), name, () => (isLasting = true))
  record(page.context(), 'setOffline', (is: never) => (isOffline = is))
  for (const name of ['on', 'once', 'addListener'])
    record(page, name, (event: 'close', listener: () => void) => listeners.push([event, listener]))
  return {
    areLasting: () => isLasting || page.isClosed(),
    /** Its listeners, its routes, and a network that was switched off. */
    takeBack: async () => {
      for (const [event, listener] of listeners.splice(0)) page.off(event, listener)
      if (isOffline) await page.context().setOffline(false)
      if (!isRouted) return
      for (const target of [page, page.context()]) await target.unrouteAll({ behavior: 'ignoreErrors' })
      isRouted = false
    },
  }
}
