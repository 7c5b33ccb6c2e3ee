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
    await page.context().close()
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
  await page.context().close()
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
  await page.context().close()
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
  await page.context().close()
})
