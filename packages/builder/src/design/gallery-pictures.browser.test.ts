import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openSignedIn } from '../testing/browser.js'
import { comparePictures, type Difference } from '../testing/compare-pictures.js'
import { visiting } from '../testing/visiting.js'

/*
 * The pictures in `gallery-pictures` show the components as last approved. After an intended change: `PICTURES=store npx vitest run
 * packages/builder/src/design/gallery-pictures.browser.test.ts`, review the new ones, and commit them.
 */
const stored = fileURLToPath(new URL('gallery-pictures', import.meta.url))
const isStoring = process.env.PICTURES === 'store'
/** Tolerated share of the cells of a picture: more than the fonts of another machine change, less than a button. */
const tolerated = 0.01

const looks: Record<string, { options: BrowserContextOptions; parts: readonly string[] }> = {
  light: { options: {}, parts: ['Type', 'Buttons', 'Fields', 'Parts', 'Surfaces'] },
  dark: { options: { colorScheme: 'dark' }, parts: ['Buttons', 'Fields', 'Parts'] },
  contrast: { options: { contrast: 'more' }, parts: ['Fields'] },
}

const tests = visiting()

/** A browser that renders text identically on every machine, whatever its font settings. */
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser('--font-render-hinting=none', '--disable-lcd-text', '--disable-gpu')
})
afterAll(() => browser.close())

async function openGallery(options: BrowserContextOptions) {
  const page = await openSignedIn(browser, tests.service, '/design', {
    viewport: { width: 800, height: 900 },
    deviceScaleFactor: 1,
    locale: 'en-US',
    ...options,
  })
  await page.getByRole('heading', { name: 'Components' }).waitFor()
  await page.isCalm()
  await page.evaluate(() => document.fonts.ready)
  return page
}

const pictureOf = (page: Page, part: string) =>
  page.getByRole('region', { name: part, exact: true }).screenshot({ animations: 'disabled', caret: 'hide' })

/** Saves a differing picture for inspection, and returns its path. */
function kept(name: string, picture: Buffer): string {
  const folder = join(tmpdir(), 'gallery-pictures')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), picture)
  return join(folder, name)
}

const isSame = ({ share }: Difference) => share <= tolerated

describe.each(Object.entries(looks))('in the look %s', (look, { options, parts }) => {
  it('every component looks as in its stored picture', async () => {
    const page = await openGallery(options)
    const different: string[] = []
    for (const part of parts) {
      const name = `${look}-${part.toLowerCase()}.png`
      const picture = await pictureOf(page, part)
      if (isStoring) {
        mkdirSync(stored, { recursive: true })
        writeFileSync(join(stored, name), picture)
        continue
      }
      const difference = await comparePictures(page, readFileSync(join(stored, name)), picture)
      if (!isSame(difference)) different.push(`${kept(name, picture)}: ${JSON.stringify(difference)}`)
    }
    expect(different).toEqual([])
    await page.context().close()
  })
})

it('a component that moves, grows or changes its colour differs from its stored picture', async () => {
  const page = await openGallery({})
  const before = await pictureOf(page, 'Buttons')
  expect(isSame(await comparePictures(page, before, await pictureOf(page, 'Buttons')))).toBe(true)
  const primary = page.locator('.button.primary')
  for (const [property, value] of [
    ['margin-left', '6px'],
    ['padding-inline', '20px'],
    ['background', 'teal'],
  ] as const) {
    const dress = (value: string) =>
      primary.evaluateAll(
        (all, [property, value]) => {
          for (const one of all as HTMLElement[]) one.style.setProperty(property, value)
        },
        [property, value] as const,
      )
    await dress(value)
    const after = await comparePictures(page, before, await pictureOf(page, 'Buttons'))
    expect([property, isSame(after)]).toEqual([property, false])
    await dress('')
  }
  await page.context().close()
})
