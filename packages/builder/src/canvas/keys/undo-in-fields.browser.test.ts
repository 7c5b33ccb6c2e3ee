import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from '../../testing/browser.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

async function open() {
  const botId = await tests.service.make({ name: 'Undone', groups: [] })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.event').waitFor()
  return page
}

async function add(page: Page, type: string) {
  await page.locator(`.palette-block[data-type="${type}"]`).first().click()
  await page.locator('.side-body[data-form] :focus').first().waitFor()
}

const blocks = (page: Page) => page.locator('[data-block-id]').count()

/** A type whose first field is of each kind of text field, and what it shows. */
const fields = {
  'a message': { type: 'text', field: '[role="textbox"][aria-label="Message"]' },
  'a text field': { type: 'Wait', field: '.side-body input >> nth=0' },
  'a field for a variable': { type: 'email input', field: '.side-body input[role="combobox"] >> nth=0' },
  'a list of answers': { type: 'choice input', field: '.side-body input >> nth=0' },
  code: { type: 'Code', field: '.side-body .cm-content' },
  'a field for an address': { type: 'image', field: '.side-body input >> nth=0' },
}

it.each(Object.entries(fields))(
  'undoes what was typed in %s, then the block that was added, without leaving the field, and does both again',
  async (_, { type, field }) => {
    const page = await open()
    await add(page, type)
    const target = page.locator(field)
    await target.click()
    const text = () =>
      target.evaluate((it) => ('value' in it ? String(it.value) : (it.textContent ?? '')).replace('\uFEFF', ''))
    const before = await text()
    await page.keyboard.type('7')
    await expect.poll(text).not.toBe(before)
    // Longer than what joins edits of one field.
    await page.waitForTimeout(1600)
    await page.keyboard.press('Control+z')
    await expect.poll(text).toBe(before)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(text).not.toBe(before)
    await page.keyboard.press('Control+z')
    await expect.poll(text).toBe(before)
    await page.keyboard.press('Control+z')
    await expect.poll(() => blocks(page)).toBe(0)
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => blocks(page)).toBe(1)
    expect(page.problems).toEqual([])
    await page.leave()
  },
)

it('undoes an added block at the first Control Z, although the focus is in an empty field of its form, and adds it again', async () => {
  const page = await open()
  for (const type of ['text', 'email input', 'Wait']) {
    await add(page, type)
    await page.keyboard.press('Control+z')
    await expect.poll(() => blocks(page), { message: type }).toBe(0)
    await page.keyboard.press('Control+y')
    await expect.poll(() => blocks(page), { message: type }).toBe(1)
    await page.keyboard.press('Control+z')
    await expect.poll(() => blocks(page), { message: type }).toBe(0)
  }
  // The keys are back on the canvas.
  await page.keyboard.press('o')
  await page.locator('.outline').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
