/** Takes the pictures of the README and of the documentation, docs/images/*.webp, from a running service. Names of pictures take only those. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator } from 'playwright-core'
import { templates } from '../templates/templates.js'
import { launchBrowser, openSignedIn } from './browser.js'
import { runService } from './running-service.js'

const folder = fileURLToPath(new URL('../../../../docs/images/', import.meta.url))
const only = process.argv.slice(2)

const service = await runService()
const browser = await launchBrowser()
const { call } = service
// Without emoji, which not every machine has a font for.
const template = JSON.parse(JSON.stringify({ ...templates[0]!.bot, icon: null }).replaceAll(' 👋', ''))

interface Shown {
  page: Awaited<ReturnType<typeof openSignedIn>>
  /** All of the page unless given. */
  part?: Locator
}

/** Brings a page to the point that a picture shows. */
const pictures: Record<string, () => Promise<Shown>> = {
  async builder() {
    const botId = await service.make(template)
    const page = await openSignedIn(browser, service, `/bots/${botId}`, { viewport: { width: 1600, height: 900 } })
    await page.locator('.group').first().waitFor()
    await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
    const chat = page.frameLocator('.preview-frame')
    await chat.locator('[data-answer]').fill('Ada')
    await page.keyboard.press('Enter')
    await chat.getByRole('radio', { name: 'See a demo' }).click()
    await chat.locator('[data-answer]').fill('Analytical Engines')
    await page.keyboard.press('Enter')
    await chat.getByText('Analytical Engines').waitFor()
    await chat.locator('[data-answer]').waitFor()
    return { page }
  },
  async replay() {
    const page = await openBot({ max: 40 })
    await page.locator('.replay-strip').getByText('have a reply rejected').click()
    const report = page.getByRole('region', { name: 'Replayed conversations' })
    await report.locator('summary').first().click()
    await report.getByRole('button', { name: 'Compare conversation 1', exact: true }).click()
    await report.getByText('Please enter a number').first().scrollIntoViewIfNeeded()
    return { page }
  },
  async tests() {
    const page = await openBot({ max: 100_000, hasTest: true })
    await page.getByRole('button', { name: /^Tests/ }).click()
    const panel = page.getByRole('complementary', { name: 'Tests' })
    await panel.getByText('1 passed').waitFor()
    await panel.getByRole('checkbox', { name: 'Show coverage on the canvas' }).check()
    await panel.getByRole('button', { name: 'Grace sees a demo' }).focus()
    return { page }
  },
  async checks() {
    const page = await openBot({ max: 40, hasTest: true, isGated: true })
    await page.getByRole('button', { name: 'More about publishing' }).click()
    await page.getByRole('menuitem', { name: 'Publish with a note…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish' })
    await dialog.getByText('The outcome is kept with the release').waitFor()
    await dialog.getByLabel('Publish anyway, because').fill('The offer is for small teams from now on')
    return { page, part: dialog }
  },
  async recording() {
    const page = await openBot({ max: 100_000, path: 'results' })
    await page.getByRole('cell', { name: 'Grace' }).first().click()
    await page
      .getByRole('complementary', { name: /^Result of/ })
      .getByText('Recording')
      .click()
    const side = page.getByRole('complementary', { name: 'Recording' })
    await side.getByRole('button', { name: /^Turn 3/ }).click()
    await page.locator('[data-running="true"]').first().waitFor()
    return { page }
  },
  async experiment() {
    const { botId, publicId } = await botWithVisitors()
    const { environment } = await call('POST', `bots/${botId}/environments`, { name: 'staging' })
    await call('POST', `bots/${botId}/publish`, { environmentId: environment.id, note: 'Asks for the company first' })
    const [live, staging] = (await call('GET', `bots/${botId}/environments`)).environments
    const variants = [live, staging].map(({ releaseId }) => ({ releaseId, weight: 50 }))
    const goal = { kind: 'block', blockId: 'group2block2' }
    await call('POST', `bots/${botId}/experiments`, {
      name: 'Order of questions',
      variants,
      goal,
      minimumDifference: 0.02,
    })
    for (let visitor = 0; visitor < 240; visitor++) {
      const { sessionId } = await call('POST', `bots/${publicId}/startChat`, {})
      if (visitor % 3 > 0) await call('POST', `sessions/${sessionId}/continueChat`, { message: 'Ada' })
    }
    const page = await openSignedIn(browser, service, `/bots/${botId}/versions`, { viewport })
    await page.getByRole('region', { name: 'Experiments' }).getByText('Order of questions').click()
    const dialog = page.getByRole('dialog', { name: 'Order of questions' })
    await dialog.getByRole('row').nth(2).waitFor()
    return { page, part: dialog }
  },
}

const viewport = { width: 1280, height: 760 }
const visitors = ['Grace', 'Mary', 'Hedy', 'Karen', 'Radia', 'Jean']
const sizes = ['5', '12', '49', '60', '250', '8']

/** A published bot with 24 conversations. */
async function botWithVisitors(): Promise<{ botId: string; publicId: string }> {
  const botId = await service.make(template)
  await call('POST', `bots/${botId}/publish`, { note: 'First version' })
  const { publicId } = (await call('GET', `bots/${botId}`)).bot
  for (let index = 0; index < 24; index++) {
    const { sessionId } = await call('POST', `bots/${publicId}/startChat`, {})
    const size = sizes[index % 6]!
    const replies = [visitors[index % 6]!, 'See a demo', `Company ${index + 1}`, size]
    const rest = [...(Number(size) > 49 ? ['2027-01-31'] : []), `visitor${index}@example.com`]
    for (const message of [...replies, ...rest]) await call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
  return { botId, publicId }
}

interface Wanted {
  /** The largest team that the draft takes. */
  max: number
  hasTest?: boolean
  isGated?: boolean
  path?: string
}

/** Opens a bot with conversations, whose draft takes other numbers than its release. */
async function openBot({ max, hasTest, isGated, path = '' }: Wanted): Promise<Shown['page']> {
  const { botId } = await botWithVisitors()
  if (hasTest) {
    const { results } = await call('GET', `bots/${botId}/results?timeFilter=allTime`)
    const resultId = results.at(-1).id
    const { test } = await call('POST', `bots/${botId}/tests/record`, { resultId, name: 'Grace sees a demo' })
    if (!test) throw new Error('No test came of the result.')
  }
  const { groups, settings } = (await call('GET', `bots/${botId}`)).bot
  const changed = JSON.parse(JSON.stringify(groups).replaceAll('"max":100000', `"max":${max}`))
  const publishing = isGated ? { isBlockedByTests: true, isBlockedByReplay: true, replayPeriod: 'last7Days' } : {}
  await call('PATCH', `bots/${botId}`, { bot: { groups: changed, settings: { ...settings, publishing } } })
  const page = await openSignedIn(browser, service, `/bots/${botId}/${path}`, { viewport })
  if (path === '') await page.locator('.group').first().waitFor()
  return page
}

try {
  for (const [name, take] of Object.entries(pictures)) {
    if (only.length > 0 && !only.includes(name)) continue
    const { page, part } = await take()
    await page.isCalm()
    const picture = await toWebp(browser, await (part ?? page).screenshot())
    await writeFile(`${folder}${name}.webp`, picture)
    console.log(`${name}.webp: ${picture.length.toLocaleString('en')} bytes`)
    await page.context().close()
  }
} finally {
  await browser.close()
  await service.close()
}

/** Playwright writes PNG and JPEG only, so the browser encodes WebP itself. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const url = await page.evaluate(
    async (source) => {
      const picture = new Image()
      picture.src = source
      await picture.decode()
      const canvas = document.createElement('canvas')
      canvas.width = picture.naturalWidth
      canvas.height = picture.naturalHeight
      canvas.getContext('2d')!.drawImage(picture, 0, 0)
      return canvas.toDataURL('image/webp', 0.9)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
