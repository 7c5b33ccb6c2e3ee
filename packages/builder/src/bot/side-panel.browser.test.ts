import { expect, it } from 'vitest'
import { templates } from '../templates/templates.js'
import { addPerson } from '../testing/add-person.js'
import { openSignedIn } from '../testing/browser.js'
import { answer, chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

it('shows one panel at a time where there is space for one, and continues with the preview behind it', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 1440, height: 900 },
  })
  const tabs = page.getByRole('navigation', { name: 'Panels' })
  await tabs.getByRole('button', { name: 'Preview panel' }).click()
  await answer(page, 'Ada')
  await chatOf(page).getByText('Nice to meet you, Ada.', { exact: false }).waitFor()

  await page.locator('.block-head').first().click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  await expect.poll(() => page.locator('.preview-frame').isVisible()).toBe(false)
  await page.setViewportSize({ width: 1700, height: 900 })
  await expect.poll(() => page.locator('.preview-frame').isVisible()).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })

  await tabs.getByRole('button', { name: 'Preview panel' }).click()
  await chatOf(page).getByText('Nice to meet you, Ada.', { exact: false }).waitFor()
  expect(await page.getByRole('complementary', { name: 'Details' }).count()).toBe(0)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('keeps what a panel shows clear of the button that closes it, on a phone and beside the tabs of a desktop', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const viewport = { width: 390, height: 844 }
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, { viewport })
  const covered = (inside: string) =>
    page.locator('.side-close').evaluate((close, inside) => {
      const { left, right, top, bottom } = close.getBoundingClientRect()
      return [...document.querySelectorAll(inside)]
        .filter((it) => it !== close)
        .filter((it) => {
          const box = it.getBoundingClientRect()
          return box.width > 1 && box.left < right && box.right > left && box.top < bottom && box.bottom > top
        })
        .map((it) => it.outerHTML)
    }, inside)
  const tabs = page.getByRole('navigation', { name: 'Panels' })
  for (const name of ['Comments', 'Variables', 'Problems', 'Tests']) {
    await tabs.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await page.getByRole('complementary', { name }).getByText('Opening…').waitFor({ state: 'detached' })
    expect(await covered('.side :is(button, input, p, h3, li)'), name).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => covered('.side-tab')).toEqual([])
  await page.leave()
})

it('returns on a phone from a panel to the outline by its tab', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const viewport = { width: 390, height: 844 }
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, { viewport })
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name, exact: true })
  const pressed = () => page.locator('.side-tab[aria-pressed="true"]').allInnerTexts()
  await expect.poll(pressed).toEqual(['Outline'])
  await tab('Variables').click()
  await expect.poll(pressed).toEqual(['Variables'])
  await tab('Outline').click()
  await expect.poll(pressed).toEqual(['Outline'])
  await page.getByRole('tree').waitFor()
  expect(await page.getByRole('complementary', { name: 'Variables' }).count()).toBe(0)
  await page.leave()
})

it('asks for the flow once when a bot is opened, while the scripts still load', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service)
  await page.locator('.bot-card').first().waitFor()
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith(`/bots/${botId}`) && asked.push(request.resourceType()))
  const isAsked = page.waitForRequest(`**/api/v1/bots/${botId}`)
  await page.route(/\/builder\/index-.*\.js$/, async (route) => {
    await isAsked
    await route.fallback()
  })
  await page.goto(`${tests.service.url}/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  await page.isCalm()
  expect(asked.filter((type) => type === 'fetch')).toEqual(['fetch'])
  await page.leave()
})

it('loads a page of the bot as soon as its tab is hovered', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.locator('.group').first().waitFor()
  const isAsked = page.waitForRequest(/\/builder\/theme-page-.*\.js$/)
  await page.getByRole('link', { name: 'Theme' }).hover()
  await isAsked
  await page.leave()
})

it('shows the tabs of all pages of a bot in every language, and keeps them in place while edits are saved', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  for (const locale of ['en-US', 'de-DE', 'fr-FR', 'pt-BR']) {
    const viewport = { width: 1280, height: 800 }
    const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, { viewport, locale })
    await page.locator('.saving svg').first().waitFor()
    const hidden = () => page.locator('.bot-tabs').evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)
    await expect.poll(hidden, { message: locale }).toBe(0)
    await page.locator('.group-head').first().click()
    // A font that arrives later makes texts wider.
    await page.evaluate(async () => void (await document.fonts.ready))
    let goOffline = () => {}
    const isOffline = new Promise<void>((resolve) => {
      goOffline = resolve
    })
    await page.route('**/operations', (route) => isOffline.then(() => route.abort()))
    const location = () => page.locator('.bot-tabs').evaluate((tabs) => tabs.getBoundingClientRect().x)
    const before = await location()
    await page.keyboard.press('ArrowRight')
    await page.locator('.saving .lucide-loader-circle').waitFor()
    expect(await location(), locale).toBe(before)
    goOffline()
    await page.locator('.saving.trouble').waitFor()
    expect(await hidden(), locale).toBe(0)
    await page.leave()
  }
})

it('shows the header of a bot in two rows on a phone and its outline over the whole page, also with something to undo', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 390, height: 844 },
  })
  await page.locator('.outline-tree').waitFor()
  await page.locator('.saving svg').waitFor()
  const heightOf = () => page.locator('.bot-bar').evaluate((bar) => bar.clientHeight)
  const before = await heightOf()
  expect(await page.locator('.outline').evaluate((outline) => outline.getBoundingClientRect().width)).toBe(390)
  await page.getByRole('textbox', { name: 'Name of the bot' }).fill('A longer name of this bot')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo: Rename bot' }).waitFor()
  expect(await heightOf()).toBe(before)
  await page.leave()
})

it('shows all pages of a bot in a second row where they do not fit into one, and an icon for what is saved beside people', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 1280, height: 800 },
  })
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  const tabs = page.locator('.bot-tabs')
  const hidden = () => tabs.evaluate((it) => it.scrollWidth - it.clientWidth)
  const savedWidth = () => page.locator('.saving').evaluate((it) => it.getBoundingClientRect().width)
  expect(await savedWidth()).toBeGreaterThan(40)
  const token = await addPerson(tests.service, 'Grace Hopper')
  const other = await openSignedIn(tests.browser, { ...tests.service, token }, `/bots/${botId}`)
  await page.locator('.people .face').waitFor()
  expect(await savedWidth()).toBe(15)
  expect(await page.locator('.saving').textContent()).toContain('Saved')
  const oneRow = (await tabs.boundingBox())!.y
  for (const width of [1240, 1100, 900, 760]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await tabs.boundingBox())!.y).toBeGreaterThan(oneRow + 30)
    expect(await hidden(), `${width}`).toBe(0)
  }
  expect(page.problems).toEqual([])
  await other.leave()
  await page.leave()
})

it('keeps all panels within reach in languages with long names', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  for (const locale of ['pt-BR', 'es-ES', 'fr-FR']) {
    const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, { locale })
    await page.locator('.group-head').first().click()
    const tabs = page.locator('.side-room[data-open="true"] .side-tabs')
    await tabs.waitFor()
    expect(await tabs.evaluate((it) => it.scrollWidth - it.clientWidth), locale).toBe(0)
    await page.leave()
  }
})

it('keeps the tools of the canvas clear of an open panel in a narrow window', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 1000, height: 700 },
  })
  await page.locator('.minimap').waitFor()
  await page.locator('.group-head').first().click()
  const panel = page.locator('.side-room[data-open="true"]')
  await panel.waitFor()
  await page.locator('.minimap').waitFor({ state: 'hidden' })
  const tools = (await page.locator('.canvas-tools').boundingBox())!
  await expect.poll(async () => (await panel.boundingBox())!.x).toBeGreaterThanOrEqual(tools.x + tools.width)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('shows messages above the tools of the canvas', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 1440, height: 900 },
  })
  await page.locator('.group').first().waitFor()
  await page.locator('.canvas').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  const toasts = page.locator('.toasts', { has: page.locator('.toast') })
  await toasts.waitFor()
  const tools = (await page.locator('.canvas-tools').boundingBox())!
  await expect
    .poll(async () => {
      const { y, height } = (await toasts.boundingBox())!
      return y + height
    })
    .toBeLessThan(tools.y)
  await page.leave()
})

it('shows messages above the tabs of a phone', async () => {
  const botId = await tests.service.make(templates[0]!.bot)
  await tests.service.call('POST', `bots/${botId}/publish`, {})
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`, {
    viewport: { width: 390, height: 844 },
  })
  await page.locator('.outline-tree').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('publish')
  await page.keyboard.press('Enter')
  const bottomOf = async (selector: string) => {
    const { y, height } = (await page.locator(selector).boundingBox())!
    return y + height
  }
  await page.locator('.toast').first().waitFor()
  await expect.poll(async () => (await bottomOf('.toasts')) < (await bottomOf('.side-tabs')) - 46).toBe(true)
  await page.leave()
})
