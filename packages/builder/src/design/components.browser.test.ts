import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { templates } from '../templates/templates.js'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { focusedName } from '../testing/keyboard.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()
const openGallery = (options = {}) => openSignedIn(tests.browser, tests.service, '/design', options)

it('shows every component without barriers in light, dark and high contrast', async () => {
  for (const look of [{}, { colorScheme: 'dark' }, { contrast: 'more' }, { contrast: 'more', colorScheme: 'dark' }]) {
    const page = await openGallery(look)
    await page.getByRole('heading', { name: 'Components' }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    expect(await findBarriers(page)).toEqual([])
    expect([...page.problems, ...page.elsewhere]).toEqual([])
    await page.leave()
  }
})

it('opens a menu by its button’s keys from the first time on, and gives the keys back', async () => {
  const page = await openGallery()
  const button = page.getByRole('button', { name: 'Menu', exact: true })
  for (const key of ['Enter', 'ArrowDown']) {
    await button.focus()
    await page.keyboard.press(key)
    await expect.poll(() => focusedName(page)).toMatch(/^Duplicate/)
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toBe('Menu')
  }
  await button.click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('status').getByText('Archived').waitFor()
  await page.leave()
})

it('asks for confirmation with the focus on Cancel', async () => {
  const name = 'To be deleted'
  await tests.service.make({ name, edges: [], groups: [] })
  const page = await openSignedIn(tests.browser, tests.service, '/')
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => focusedName(page)).toBe('Cancel')
  await page.leave()
})

it('shows messages beside the buttons of a dialog as high as the page, whose title stays in view', async () => {
  const page = await openGallery({ viewport: { width: 1280, height: 800 } })
  await page.getByRole('button', { name: 'Toast', exact: true }).click()
  await page.getByRole('button', { name: 'Dialog', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await dialog.evaluate((it) => {
    const filler = document.createElement('div')
    filler.style.cssText = 'flex: none; height: 2000px'
    it.children[1]!.after(filler)
    it.scrollTop = it.scrollHeight
  })
  const boxOf = (locator: Locator) => locator.evaluate((it) => it.getBoundingClientRect().toJSON() as DOMRect)
  const [all, title] = [await boxOf(dialog), await boxOf(dialog.getByText('New folder'))]
  expect(title.top).toBeGreaterThan(all.top)
  const toast = page.getByRole('status').filter({ hasText: 'Saved' })
  for (const name of ['Close', 'Cancel', 'Create']) {
    const button = dialog.getByRole('button', { name })
    await button.scrollIntoViewIfNeeded()
    const [above, below] = [await boxOf(toast), await boxOf(button)]
    expect([name, above.bottom <= below.top || above.top >= below.bottom]).toEqual([name, true])
  }
  await page.leave()
})

it('chooses a suggestion of a combobox by keys, offers to create what is new, and takes text back with Escape', async () => {
  const page = await openGallery()
  const field = page.getByRole('combobox', { name: 'Combobox' })
  await field.fill('add')
  await page.getByRole('option', { name: 'Address' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Address')
  await field.fill('Company')
  await page.getByRole('option', { name: 'Create “Company”' }).click()
  await expect.poll(() => field.inputValue()).toBe('Company')
  await field.fill('Nothing')
  await page.getByRole('option', { name: 'Create “Nothing”' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => field.inputValue()).toBe('Company')
  await page.leave()
})

it('chooses of a select by keys and by letters, and gives the focus back', async () => {
  const page = await openGallery()
  const select = page.getByRole('combobox', { name: 'Select', exact: true })
  await select.focus()
  await page.keyboard.press('s')
  await expect.poll(() => select.innerText()).toBe('Second choice')
  await page.waitForFunction((typed) => performance.now() - typed > 700, await page.evaluate(() => performance.now()))
  await page.keyboard.type('a choice w')
  await expect.poll(() => select.innerText()).toBe('A choice with a long name that does not fit')
  expect(await page.getByRole('listbox').count()).toBe(0)
  await page.waitForFunction((typed) => performance.now() - typed > 700, await page.evaluate(() => performance.now()))
  await page.keyboard.press('s')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'Second choice', selected: true }).waitFor()
  expect(await findBarriers(page, undefined, '.select-list')).toEqual([])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => select.innerText()).toBe('First choice')
  await expect.poll(() => select.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'hidden' })
  expect(await select.innerText()).toBe('First choice')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('takes a suggestion into a text field, and any other text', async () => {
  const page = await openGallery()
  const field = page.getByRole('combobox', { name: 'Text with suggestions' })
  await field.fill('mini')
  await page.getByRole('option', { name: 'gpt-5-mini' }).click()
  await expect.poll(() => field.inputValue()).toBe('gpt-5-mini')
  await field.fill('my-model')
  await field.blur()
  expect(await field.inputValue()).toBe('my-model')
  await page.leave()
})

it('uses selects, suggestions, disclosures and plain tables only of the design system', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const sources = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => path.endsWith('.tsx'))
  expect(sources.length).toBeGreaterThan(100)
  const handMade = /<(select|datalist|details)\b|"plain-table/
  const native = sources.filter(
    (path) => !path.startsWith('design/') && handMade.test(readFileSync(join(folder, path), 'utf8')),
  )
  expect(native).toEqual([])
})

it('moves between tabs by arrows past those that are disabled, with one stop of the Tab key', async () => {
  const page = await openGallery()
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('Colours').focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tabpanel', { name: 'Shapes' }).waitFor()
  await expect.poll(() => focusedName(page)).toBe('Shapes')
  expect(await tab('Colours').getAttribute('tabindex')).toBe('-1')
  expect(await tab('Shapes').getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Home')
  await page.getByRole('tabpanel', { name: 'Colours' }).waitFor()
  await expect.poll(() => page.getByRole('tabpanel').count()).toBe(1)
  await page.leave()
})

it('folds and unfolds a disclosure by keys', async () => {
  const page = await openGallery()
  const part = page.locator('.disclosure', { hasText: 'Disclosure, closed' })
  await part.locator('summary').focus()
  await page.keyboard.press('Enter')
  await part.getByText('What is rarely needed stands here.').waitFor()
  await page.keyboard.press('Enter')
  await part.getByText('What is rarely needed stands here.').waitFor({ state: 'hidden' })
  await page.leave()
})

it('keeps high contrast that was chosen in the account, and has no barriers on the canvas with it', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service, '/account/appearance')
  const contrast = () => page.evaluate(() => document.documentElement.dataset.contrast)
  await page.getByRole('group', { name: 'Contrast' }).getByRole('button', { name: 'High' }).click()
  await expect.poll(contrast).toBe('more')
  await page.reload()
  await page.getByRole('heading', { name: 'Contrast' }).waitFor()
  expect(await contrast()).toBe('more')
  await page.goto(`${tests.service.url}/bots/${botId}`)
  await page.locator('.block-head').first().click()
  await page.locator('.side-body[data-form]').waitFor()
  await page.isCalm()
  expect(await findBarriers(page)).toEqual([])
  await page.leave()
})
