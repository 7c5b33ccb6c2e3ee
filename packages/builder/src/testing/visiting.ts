import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { endVisits, shareBrowser } from './browser.js'
import { type RunningService, runService } from './running-service.js'

/** A service, with settings beside the usual ones, and a browser for the tests of one file. */
export function visiting(settings: () => Promise<Record<string, string>> = async () => ({})) {
  const it = {} as { service: RunningService; browser: Browser }
  beforeAll(async () => {
    const [service, browser] = await Promise.all([
      settings().then((given) => runService({ settings: given })),
      shareBrowser(),
    ])
    Object.assign(it, { service, browser })
  })
  afterAll(async () => {
    if (it.browser) await endVisits(it.browser)
    await it.service?.close()
  })
  return it
}
