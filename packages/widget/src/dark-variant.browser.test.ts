import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectReadable } from './testing/browser.js'
import { asks, says } from './testing/flow-of.js'
import { type Visit, visiting } from './testing/visit.js'

const tests = visiting()
const blocks = [says('Which colour?', 'question'), asks('text input')]
const light = {
  general: { background: { type: 'Color', content: '#faf7f1' } },
  chat: { hostBubbles: { backgroundColor: '#fffdf8', color: '#2b2418' }, buttons: { backgroundColor: '#b83a14' } },
}
const brightness = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, it) => sum + +it, 0)
const colourOf = (page: Page, selector: string, name: 'backgroundColor' | 'color') =>
  page
    .locator(selector)
    .first()
    .evaluate((element, key) => getComputedStyle(element)[key], name)

const hosted = (theme: object, colorScheme: 'light' | 'dark') => tests.visit(blocks, { theme }, { colorScheme })

/** The chat within a page of another site. */
async function embedded(theme: object, colorScheme: 'light' | 'dark'): Promise<Visit> {
  const { publicId } = await tests.bot(blocks, { theme })
  const page = await tests.page({ colorScheme })
  const { url } = tests.service
  await page.goto(
    tests.service.page(`<script type="module">
      import Colloquy from '${url}/widget.js'
      Colloquy.initStandard({ bot: '${publicId}', apiHost: '${url}', into: '#chat' })
    </script><div id="chat" style="height:500px"></div>`),
  )
  await page.locator('.bubble', { hasText: 'Which colour?' }).waitFor()
  return page
}

describe.each([
  ['hosted page', hosted],
  ['page of another site', embedded],
] as const)('the dark variant on a %s', (_, open) => {
  test('follows the device, can be read, and leaves the rules of the author in place', async () => {
    const theme = { ...light, customCss: '.bubble{letter-spacing:3px}', dark: { mode: 'device' } }
    const dark = await open(theme, 'dark')
    expect(brightness(await colourOf(dark, '.chat', 'backgroundColor'))).toBeLessThan(150)
    expect(brightness(await colourOf(dark, '.bubble', 'color'))).toBeGreaterThan(600)
    expect(
      await dark
        .locator('.bubble')
        .first()
        .evaluate((it) => getComputedStyle(it).letterSpacing),
    ).toBe('3px')
    await expectReadable(dark)
    await dark.emulateMedia({ colorScheme: 'light' })
    expect(await colourOf(dark, '.chat', 'backgroundColor')).toBe('rgb(250, 247, 241)')
    expect(dark.problems).toEqual([])
  })

  test('always applies if its author says so, and never without being switched on', async () => {
    const always = await open({ ...light, dark: { mode: 'always' } }, 'light')
    expect(brightness(await colourOf(always, '.chat', 'backgroundColor'))).toBeLessThan(150)
    const off = await open({ ...light, dark: { mode: 'off' } }, 'dark')
    expect(await colourOf(off, '.chat', 'backgroundColor')).toBe('rgb(250, 247, 241)')
  })
})

test('colours that the author chose for the dark variant come before derived ones, by name too', async () => {
  const theme = {
    ...light,
    dark: { mode: 'device', chat: { hostBubbles: { backgroundColor: 'navy', color: 'hsl(60 100% 90%)' } } },
  }
  const page = await hosted(theme, 'dark')
  const { backgroundColor, color } = await page
    .locator('.bubble')
    .first()
    .evaluate((element) => ({ ...getComputedStyle(element) }) as CSSStyleDeclaration)
  expect([backgroundColor, color]).toEqual(['rgb(0, 0, 128)', 'rgb(255, 255, 204)'])
})

test('a bot that is closed shows its page in the dark variant, too', async () => {
  const { publicId, id } = await tests.bot(blocks, { theme: { ...light, dark: { mode: 'device' } } })
  await tests.service.call(`/v1/bots/${id}/unpublish`, {})
  const page = await tests.page({ colorScheme: 'dark' })
  await page.goto(`${tests.service.url}/c/${publicId}`)
  expect(brightness(await colourOf(page, '.chat', 'backgroundColor'))).toBeLessThan(150)
})
