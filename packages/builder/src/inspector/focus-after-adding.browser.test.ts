import { expect, it } from 'vitest'
import { catalogueEntries } from '../catalogue/block-catalogue.js'
import { openSignedIn } from '../testing/browser.js'
import { controlSelector } from '../testing/form-controls.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const types = catalogueEntries.filter(([, { isOld }]) => !isOld).map(([type]) => type)

it('focuses the first field of each type of block after adding it, in the order of its form, and never a button of its head', async () => {
  const botId = await tests.service.make({ name: 'All', groups: [] })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.palette').waitFor()
  await page.locator('.palette-part:not([open]) > summary').click()
  const found: Record<string, string> = {}
  for (const type of types) {
    await page.locator(`.palette-block[data-type="${type}"]`).click()
    const form = page.locator(`.side-body[data-form]:has(:focus), .side-body[data-form]:focus`)
    await form.waitFor()
    found[type] = await page.evaluate((selector) => {
      const focused = document.activeElement!
      const isSeen = (it: Element) => !it.matches(':disabled') && it.checkVisibility()
      const first = [...document.querySelectorAll(`${selector}, .code-editor`)].find(isSeen)
      if (focused.closest('.form-head')) return `a button of the head: ${focused.getAttribute('aria-label')}`
      return !first || focused === first ? 'first' : `not ${first.outerHTML}, but ${focused.outerHTML}`
    }, controlSelector)
  }
  expect(found).toEqual(Object.fromEntries(types.map((type) => [type, 'first'])))
  expect(page.problems).toEqual([])
  await page.leave()
}, 180_000)
