import { findBarriers } from '@colloquy/test-kit/find-barriers'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

/** Debian's Chromium, or the configured one. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  })

/** A page that stays on this machine: blocks and records requests to other hosts, and records errors on its console. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const problems: string[] = []
  const elsewhere: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await context.route(
    (url) => !/^(127\.0\.0\.1|(.+\.)?localhost)$/.test(url.hostname) && /^https?:/.test(url.protocol),
    (route) => {
      elsewhere.push(route.request().url())
      return route.abort()
    },
  )
  return Object.assign(page, { problems, elsewhere })
}

/** Expects that axe finds nothing on a page at rest. */
export const expectAccessible = async (page: Page) => expect(await findBarriers(page)).toEqual([])

/** Checks only what another theme may change. */
export const expectReadable = async (page: Page) =>
  expect(await findBarriers(page, { rules: ['color-contrast'] })).toEqual([])
