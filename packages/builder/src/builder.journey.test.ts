import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { templates } from './templates/templates.js'
import { findBarriers, openSignedIn } from './testing/browser.js'
import { downloadBy } from './testing/download-by.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const signedIn = (path = '/', options = {}) => openSignedIn(tests.browser, tests.service, path, options)

const middle = async (locator: Locator) => {
  const box = (await locator.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: Locator, to: { x: number; y: number }) {
  const { x, y } = await middle(from)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move((x + to.x) / 2, (y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}

const groupWith = (page: Page, text: string) => page.locator('.group', { hasText: text })
const lastPort = (group: Locator) => group.locator('.port.out').last()
const write = async (page: Page, words: string) => {
  await page.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.type(words)
}

async function isSaved(page: Page) {
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
}

describe('a bot', () => {
  it('is built with the mouse, tried, published and answered, and its answers are in the table, the export and the funnel', async () => {
    const page = await signedIn()
    await page.getByRole('button', { name: 'New bot' }).first().click()
    await page.getByRole('button', { name: 'From scratch' }).click()
    const palette = (type: string) => page.locator(`.palette-block[data-type="${type}"]`)
    await page.locator('.event').waitFor()
    await page.getByRole('button', { name: 'Zoom', exact: false }).nth(1).click()

    await drag(page, palette('text'), { x: 560, y: 130 })
    await write(page, 'Will you come?')
    const ask = groupWith(page, 'Will you come?')
    const box = (await ask.boundingBox())!
    await drag(page, palette('choice input'), { x: box.x + 140, y: box.y + box.height - 6 })
    await page.getByLabel('Answer 1', { exact: true }).fill('Yes')
    await page.keyboard.press('Enter')
    await page.keyboard.type('No')

    await drag(page, palette('text'), { x: 1000, y: 120 })
    await write(page, 'Lovely! Where shall we write?')
    await drag(page, palette('text'), { x: 1000, y: 620 })
    await write(page, 'What a pity.')
    await drag(page, palette('email input'), { x: 1000, y: 330 })
    await page.getByLabel('Save answer to').fill('Mail')
    await page.keyboard.press('Enter')
    await drag(page, palette('text'), { x: 1310, y: 500 })
    await write(page, 'Bye, {{Mail}}!')
    const putInto = async (text: string, ...kinds: string[]) => {
      for (const kind of kinds) {
        const { x, y, width, height } = (await groupWith(page, text).boundingBox())!
        const count = await page.locator('.block').count()
        await drag(page, palette(kind), { x: x + width / 2, y: y + height - 6 })
        await expect.poll(() => page.locator('.block').count()).toBe(count + 1)
      }
    }
    await putInto('Email', 'number input')
    await putInto('pity', 'rating input')
    await putInto('Bye', 'Wait', 'url input', 'Set variable')

    await drag(page, page.locator('.event .port.out'), await middle(ask.locator('.group-title')))
    const yes = groupWith(page, 'Lovely!')
    const no = groupWith(page, 'pity')
    const mail = page.locator('.group', { has: page.locator('.block-label', { hasText: 'Email' }) })
    const bye = groupWith(page, 'Bye')
    await drag(page, ask.locator('.port.out').nth(0), await middle(yes.locator('.group-title')))
    await drag(page, ask.locator('.port.out').nth(1), await middle(no.locator('.group-title')))
    await drag(page, lastPort(yes), await middle(mail.locator('.group-title')))
    await drag(page, lastPort(mail), await middle(bye.locator('.group-title')))
    await drag(page, lastPort(no), await middle(bye.locator('.group-title')))
    await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(6)
    await isSaved(page)

    await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
    const preview = page.frameLocator('.preview-frame')
    await preview.getByRole('radio', { name: 'Yes' }).click()
    await preview.getByRole('log').getByText('Lovely! Where shall we write?').waitFor()
    await mail.locator('.block[data-running="true"]').waitFor()
    await preview.locator('[data-answer]').fill('ada@example.com')
    await page.keyboard.press('Enter')
    await preview.getByRole('log').getByText('ada@example.com').waitFor()
    await preview.locator('[data-answer]').fill('3')
    await page.keyboard.press('Enter')
    await preview.getByRole('log').getByText('Bye, ada@example.com!').waitFor()

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Published', exact: true }).waitFor()
    const botId = new URL(page.url()).pathname.split('/')[2]!
    const { bot } = await tests.service.call('GET', `bots/${botId}`)
    const types = bot.groups.flatMap(({ blocks }: { blocks: { type: string }[] }) => blocks.map(({ type }) => type))
    expect(bot.groups).toHaveLength(5)
    expect(new Set(types).size).toBe(8)
    const visitor = await page.context().newPage()
    await visitor.goto(`${tests.service.url}/c/${bot.publicId}`)
    const fill = async (text: string) => {
      await visitor.locator('.composer input:not([disabled])').last().fill(text)
      await visitor.keyboard.press('Enter')
      await visitor.getByRole('log').getByText(text, { exact: true }).waitFor()
    }
    await visitor.getByRole('radio', { name: 'Yes' }).click()
    await fill('grace@example.com')
    await fill('2')
    await visitor.getByRole('log').getByText('Bye, grace@example.com!').waitFor()
    await fill('https://example.com')
    await visitor.close()

    await page.getByRole('dialog', { name: 'Your bot is live' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Results' }).click()
    await page.getByRole('cell', { name: 'grace@example.com' }).waitFor()
    await page.locator('td button.link').click()
    await page
      .getByRole('complementary', { name: /^Result of/ })
      .getByText('Bye, grace@example.com!')
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await downloadBy(page, () => page.getByRole('menuitem', { name: 'CSV' }).click())
    expect(file).toContain('grace@example.com')
    await page.getByRole('link', { name: 'Analytics' }).click()
    await page.getByText('1 · 100 % of those before', { exact: true }).waitFor()
    expect(page.problems).toEqual([])
    expect(page.elsewhere).toEqual([])
    await page.leave()
  })

  it('keeps the edits that two tabs made at the same time, and each takes back its own', async () => {
    const botId = await tests.service.make(templates[0]!.bot)
    const one = await signedIn(`/bots/${botId}`)
    const other = await one.context().newPage()
    other.setDefaultTimeout(60_000)
    await other.goto(`${tests.service.url}/bots/${botId}#token=${tests.service.token}`)
    const rename = async (page: Page, group: string, title: string) => {
      await page.locator('.group-title', { hasText: group }).click()
      await page.getByLabel('Title', { exact: true }).fill(title)
    }
    await Promise.all([rename(one, 'Welcome', 'From one'), rename(other, 'What they need', 'From the other')])
    await Promise.all([isSaved(one), isSaved(other)])
    await expect.poll(() => titles(botId)).toEqual(expect.arrayContaining(['From one', 'From the other']))
    await one.locator('.group-title', { hasText: 'From the other' }).waitFor()
    await one.getByRole('button', { name: 'Undo: Rename group' }).click()
    await isSaved(one)
    await expect.poll(() => titles(botId)).toContain('Welcome')
    expect(await titles(botId)).toContain('From the other')
    await one.leave()
  })

  it('keeps edits on the device while the service is away, and brings them in after a reload', async () => {
    const botId = await tests.service.make(templates[2]!.bot)
    const page = await signedIn(`/bots/${botId}`)
    await page.locator('.group').first().waitFor()
    await page.route('**/api/v1/bots/*/operations', (route) => route.abort())
    await page.locator('.group-title', { hasText: 'Confirmation' }).click()
    await page.getByLabel('Title', { exact: true }).fill('Kept')
    await page.locator('.saving', { hasText: 'Offline' }).waitFor()
    await page.unroute('**/api/v1/bots/*/operations')
    await page.reload()
    await page.locator('.group-title', { hasText: 'Kept' }).waitFor()
    await expect.poll(() => titles(botId)).toContain('Kept')
    await page.leave()
  })

  it('stays there when one of its pages does not load, and that page comes as soon as it can', async () => {
    const page = await signedIn(`/bots/${await tests.service.make(templates[0]!.bot)}`)
    const part = '**/settings-page-*.js'
    await page.route(part, (route) => route.abort('connectionfailed'))
    await page.getByRole('link', { name: 'Settings' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'This part of the page could not be shown' })
    await notice.waitFor()
    await page.unroute(part)
    await notice.getByRole('button', { name: 'Open the page again' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.leave()
  })

  it('rejects a file without a bot with a message, and accepts the next file', async () => {
    await tests.service.make({ name: 'One that is there' })
    const page = await signedIn()
    await page.getByRole('button', { name: 'New bot' }).first().click()
    const choose = (content: object) =>
      page.getByLabel('File of a bot').setInputFiles({
        name: 'bot.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(content)),
      })
    await choose({ orders: [] })
    await page.getByRole('dialog').getByRole('alert').getByText('"bot.json" does not contain a bot').waitFor()
    await choose({ ...templates[1]!.bot, version: '6', settings: {} })
    await page.locator('.react-flow__node').first().waitFor()
    await page.leave()
  })

  it('is imported from a file, and the changes of the import are shown', async () => {
    const page = await signedIn()
    await page.getByRole('button', { name: 'New bot' }).first().click()
    const bot = { ...templates[1]!.bot, name: 'From a file', version: '6', settings: {} }
    const blocks = [{ id: 'mail', type: 'Email', options: { credentialsId: 'elsewhere' } }]
    const groups = [...bot.groups!, { id: 'more', title: 'More', graphCoordinates: { x: 0, y: 900 }, blocks }]
    const file = {
      name: 'bot.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...bot, groups })),
    }
    await page.getByLabel('File of a bot').setInputFiles(file)
    await page.getByText('These credentials are not in this workspace').waitFor()
    await page.getByRole('link', { name: 'Open the bot' }).click()
    await page.locator('.group-title', { hasText: 'More' }).waitFor()
    await page.leave()
  })
})

describe('every page', () => {
  it.each(['', '/theme', '/settings', '/share', '/results'])(
    'of a bot has no barrier that axe finds, light or dark, and breaks no policy: "%s"',
    async (path) => {
      expect(await barriersOf(`/bots/${await tests.service.make(templates[0]!.bot)}${path}`)).toEqual([])
    },
  )

  it('of all bots has no barrier, either', async () => {
    expect(await barriersOf('/')).toEqual([])
  })

  it('is served under a policy that allows nothing inline and no frame around it', async () => {
    const response = await fetch(tests.service.url)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe/)
    const script = /src="(\/builder\/[^"]+)"/.exec(await response.text())![1]!
    const file = await fetch(tests.service.url + script)
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(`${tests.service.url}/builder/../package.json`)).status).toBe(404)
  })
})

async function titles(botId: string): Promise<string[]> {
  const { bot } = await tests.service.call('GET', `bots/${botId}`)
  return bot.groups.map((group: { title: string }) => group.title)
}

async function barriersOf(path: string): Promise<string[]> {
  const page = await signedIn(path, { colorScheme: 'light' })
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.isCalm()
  const light = await findBarriers(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.locator('[data-theme="dark"]').waitFor()
  const dark = await findBarriers(page, ['color-contrast'])
  await page.leave()
  return [...light, ...dark, ...page.problems, ...page.elsewhere]
}
