import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSignedIn } from './testing/browser.js'
import { downloadBy } from './testing/download-by.js'
import { focusedName, pressTo } from './testing/keyboard.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

/** Adds a block by a key and waits until its form has the keys. */
async function add(page: Page, key: '/' | 'g', type: string, field: string) {
  await page.keyboard.press(key)
  await expect.poll(() => focusedName(page)).toBe('Search blocks')
  await page.keyboard.type(type)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe(field)
}

const write = async (page: Page, words: string) => {
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
}

async function saveIn(page: Page, name: string) {
  await write(page, name)
  await page.keyboard.press('Enter')
}

async function connect(page: Page, item: RegExp, target: string) {
  await page.keyboard.press('Home')
  await pressTo(page, 'ArrowDown', item)
  await page.keyboard.press('e')
  await expect.poll(() => focusedName(page)).toBe('Find a group or a block')
  await page.keyboard.type(target)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toMatch(new RegExp(`leads to ${target}`))
}

/** Types where the chat has put the keys: into the field that it shows next. */
async function answer(page: Page, field: RegExp, text: string) {
  await expect.poll(() => focusedName(page)).toMatch(field)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

it('builds a branching bot of five groups with the keyboard alone, tries, publishes and answers it, and finds the answers in table, export and funnel', async () => {
  const page = await openSignedIn(tests.browser, tests.service)
  await page.getByRole('button', { name: 'New bot' }).first().waitFor()
  await pressTo(page, 'Tab', /^New bot/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await pressTo(page, 'Tab', /^From scratch/)
  await page.keyboard.press('Enter')
  await page.locator('.event').waitFor()

  await add(page, '/', 'text', 'Message')
  await page.keyboard.type('Will you come?')
  await page.keyboard.press('Escape')
  await add(page, '/', 'buttons', 'Answer 1')
  await write(page, 'Yes')
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Answer 2')
  await page.keyboard.type('No')
  await page.keyboard.press('Escape')

  await add(page, 'g', 'e-mail', 'Save answer to')
  await saveIn(page, 'Mail')
  await page.keyboard.press('Escape')
  await add(page, '/', 'number', 'Save answer to')
  await saveIn(page, 'Seats')
  await page.keyboard.press('Escape')
  await add(page, '/', 'condition', 'Variable')
  await page.keyboard.type('Seats')
  await page.keyboard.press('Enter')
  await pressTo(page, 'Tab', 'Comparison')
  await page.keyboard.type('is greater')
  await pressTo(page, 'Tab', 'Value')
  await page.keyboard.type('4')
  await page.keyboard.press('Escape')

  await add(page, 'g', 'text', 'Message')
  await page.keyboard.type('That is a large party.')
  await page.keyboard.press('Escape')
  await add(page, '/', 'rating', 'Save answer to')
  await page.keyboard.press('Escape')
  await add(page, '/', 'wait', 'Seconds')
  await page.keyboard.type('1')
  await page.keyboard.press('Escape')
  await add(page, 'g', 'text', 'Message')
  await page.keyboard.type('Bye, {{Mail}}!')
  await page.keyboard.press('Escape')
  await add(page, '/', 'website', 'Save answer to')
  await saveIn(page, 'Site')
  await page.keyboard.press('Escape')

  await page.keyboard.press('o')
  // The item of the tree, not the block on the canvas.
  await expect.poll(() => focusedName(page)).toBe('Website: saved in Site')
  await page.keyboard.press('Home')
  await pressTo(page, 'ArrowDown', /^Buttons/)
  await add(page, 'g', 'text', 'Message')
  await page.keyboard.type('What a pity.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await pressTo(page, 'ArrowDown', /^Group Group 4/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Title')
  await write(page, 'Farewell')
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedName(page)).toMatch(/^Group Farewell/)
  await connect(page, /^Otherwise/, 'Farewell')
  await connect(page, /^Text: What a pity/, 'Farewell')
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: connect').waitFor()
  await page.keyboard.press('Control+Shift+z')
  await page.getByText('Redone: connect').waitFor()
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()

  const botId = new URL(page.url()).pathname.split('/')[2]!
  const { bot } = await tests.service.call('GET', `bots/${botId}`)
  expect(bot.groups).toHaveLength(5)
  expect(bot.edges).toHaveLength(7)
  const types = new Set(
    bot.groups.flatMap(({ blocks }: { blocks: { type: string }[] }) => blocks.map(({ type }) => type)),
  )
  expect([...types].sort()).toEqual(
    ['Condition', 'choice input', 'email input', 'number input', 'rating input', 'text', 'url input', 'Wait'].sort(),
  )

  await page.keyboard.press('p')
  const preview = page.frameLocator('.preview-frame')
  await preview.getByRole('radio', { name: 'Yes' }).waitFor()
  await pressTo(page, 'Tab', 'Yes')
  await page.keyboard.press('Enter')
  await answer(page, /mail/i, 'ada@example.com')
  await answer(page, /number/i, '6')
  await preview.getByRole('log').getByText('That is a large party.').waitFor()

  await pressTo(page, 'Shift+Tab', 'Publish')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
  const { bot: published } = await tests.service.call('GET', `bots/${botId}`)
  const visitor = await page.context().newPage()
  await visitor.goto(`${tests.service.url}/c/${published.publicId}`)
  await visitor.getByRole('radio', { name: 'Yes' }).waitFor()
  await pressTo(visitor, 'Tab', 'Yes')
  await visitor.keyboard.press('Enter')
  await answer(visitor, /mail/i, 'grace@example.com')
  await answer(visitor, /number/i, '2')
  await visitor.getByRole('log').getByText('Bye, grace@example.com!').waitFor()
  await answer(visitor, /address|url|website|link/i, 'https://example.com')
  await visitor.close()

  await pressTo(page, 'Shift+Tab', 'Results')
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'grace@example.com' }).waitFor()
  await pressTo(page, 'Tab', /^Export/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toMatch(/^CSV/)
  expect(await downloadBy(page, () => page.keyboard.press('Enter'))).toContain('grace@example.com')
  await pressTo(page, 'Shift+Tab', 'Analytics')
  await page.keyboard.press('Enter')
  await page.getByText('1 · 100 % of those before', { exact: true }).first().waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
