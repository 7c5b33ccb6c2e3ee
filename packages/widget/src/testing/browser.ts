import { AxeBuilder } from '@axe-core/playwright'
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
export const expectAccessible = (page: Page) => expectNothing(new AxeBuilder({ page }))

/** Checks only what another theme may change. */
export const expectReadable = (page: Page) => expectNothing(new AxeBuilder({ page }).withRules(['color-contrast']))

async function expectNothing(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary}`).join('; ')}`,
  )
  expect(found).toEqual([])
}
