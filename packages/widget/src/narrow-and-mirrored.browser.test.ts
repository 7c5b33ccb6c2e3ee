import { describe, expect, test } from 'vitest'
import { expectAccessible } from './testing/browser.js'
import { asks, says } from './testing/flow-of.js'
import { sampleInputs } from './testing/sample-inputs.js'
import { sampleMessages } from './testing/sample-messages.js'
import { themes } from './testing/themes.js'
import { bubble, type Visit, visiting } from './testing/visit.js'

const tests = visiting()
const narrow = { viewport: { width: 320, height: 640 } }

/** Waits until the page is complete and nothing moves. */
async function expectAtRest(page: Visit): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector('colloquy-standard')?.shadowRoot
    return root?.querySelector('.composer') && !root.querySelector('.waiting, .typing')
  })
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
}

/** Nothing requires horizontal scrolling, except rows that scroll by themselves. */
const sideways = (page: Visit) =>
  page.evaluate(() => {
    const root = document.querySelector('colloquy-standard')?.shadowRoot as ShadowRoot
    const scroller = root.querySelector('.scroller') as HTMLElement
    const isOut = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && !element.closest('.cards') && (left < -0.5 || right > innerWidth + 0.5)
    }
    const out = [...root.querySelectorAll('.column *')].filter((element) => !element.closest('.sr') && isOut(element))
    return { by: scroller.scrollWidth - scroller.clientWidth, out: out.map((element) => element.className) }
  })

describe.each(Object.entries(sampleInputs))('%s', (_, input) => {
  test('fits 320 pixels from right to left in the dark, without motion and without a finding of axe', async () => {
    const page = await tests.visit(
      [says('ماذا تريد؟', 'question'), input],
      { theme: themes.dark },
      { ...narrow, locale: 'ar' },
    )
    await expectAtRest(page).catch(async (error) => {
      // A payment that could not be opened shows an error instead of a question.
      if ((await page.getByRole('alert').allInnerTexts()).join('') === '') throw error
    })
    await expect.poll(() => page.locator('.chat').getAttribute('dir')).toBe('rtl')
    expect(await sideways(page)).toEqual({ by: 0, out: [] })
    await expectAccessible(page)
  })
})

test.each(Object.entries(themes))(
  'every kind of message is readable and fits 320 pixels, in the %s theme',
  async (_, theme) => {
    const go = asks('choice input', {}, [{ id: 'go', content: 'Go' }])
    for (const locale of ['en', 'ar']) {
      const page = await tests.visit([...sampleMessages, go], { theme }, { ...narrow, locale })
      await expectAtRest(page)
      await expect.poll(() => page.locator('.log .entry').count()).toBe(sampleMessages.length)
      expect(await sideways(page)).toEqual({ by: 0, out: [] })
      await expectAccessible(page)
    }
  },
)

test.each(Object.entries(themes))(
  'what goes wrong is said without a finding of axe, in the %s theme',
  async (_, theme) => {
    const redirect = { id: 'redirect', type: 'Redirect', options: { url: 'https://a.example', isNewTab: true } }
    const { publicId } = await tests.bot([says('Hello'), redirect, asks('text input'), says('Bye')], { theme })
    const page = await tests.page(narrow)
    await page.addInitScript('window.open = () => null')
    await page.goto(`${tests.service.url}/c/${publicId}`)
    await page.getByRole('link', { name: 'Open the page' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Please write an answer first.').waitFor()
    await expectAccessible(page)
    await page.route('**/continueChat', (route) => route.abort('connectionreset'))
    await page.getByPlaceholder('Type your answer').fill('Ada')
    await page.keyboard.press('Enter')
    await page.getByText('No connection').waitFor()
    await expectAccessible(page)
    await page.unroute('**/continueChat')
    await bubble(page, 'Bye').waitFor()
  },
)

test.each([
  ['he', 'מה שמך?', 'כן'],
  ['fa', 'چه کمکی می‌خواهید؟', 'بله'],
  ['ur', 'آپ کیا چاہتے ہیں؟', 'ہاں'],
])(
  'a chat in %s runs from right to left and says its language, whatever its visitor reads',
  async (language, question, yes) => {
    const go = asks('choice input', {}, [{ id: 'go', content: yes }])
    for (const javaScriptEnabled of [true, false]) {
      const page = await tests.visit(
        [says(question, 'question'), go],
        {},
        { ...narrow, locale: 'en', javaScriptEnabled },
      )
      await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl')
      await expect.poll(() => page.locator('.chat:visible').getAttribute('dir')).toBe('rtl')
      if (javaScriptEnabled) {
        await expect.poll(() => bubble(page, question).getAttribute('lang')).toBe(language)
        expect(await sideways(page)).toEqual({ by: 0, out: [] })
        await expectAccessible(page)
      }
    }
  },
)
