/** Draws every page in light, dark and on a phone into `packages/builder/screenshots`, to be looked at, and tells what axe finds. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { templates } from '../catalogue/templates.js'
import { findBarriers, launchBrowser, openPage } from './browser.js'
import { runService } from './running-service.js'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))
const only = process.argv[2]

await mkdir(folder, { recursive: true })
const service = await runService()
const browser = await launchBrowser()
const ids: string[] = []
for (const { bot } of templates) ids.push(await service.make(bot))
const botId = ids[0]!
await service.call('POST', `bots/${botId}/publish`)
const { bot } = await service.call('GET', `bots/${botId}`)
for (const name of ['Ada', 'Grace', 'Mary']) {
  const { sessionId } = await service.call('POST', `bots/${bot.publicId}/startChat`, {})
  for (const message of [name, 'See a demo', 'Example Ltd', '12']) {
    await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
}

const formsBotId = await service.make({
  name: 'Forms',
  variables: [
    { id: 'v1', name: 'Name' },
    { id: 'v2', name: 'People' },
  ],
  edges: [],
  groups: [
    {
      id: 'forms',
      title: 'Forms',
      graphCoordinates: { x: 300, y: 0 },
      blocks: [
        {
          id: 'set',
          type: 'Set variable',
          options: {
            variableId: 'v1',
            isCode: true,
            expressionToEvaluate:
              "// A greeting\nconst hour = new Date().getHours()\nreturn hour < 12 ? 'Good morning' : `Hello, ${{Name}}`",
          },
        },
        {
          id: 'http',
          type: 'Webhook',
          options: {
            webhook: {
              url: `${service.url}/api/health`,
              method: 'GET',
              headers: [{ id: 'h', key: 'Accept', value: 'application/json' }],
            },
          },
        },
        { id: 'picture', type: 'image', content: { url: `${service.url}/builder/none.png` } },
        { id: 'cards', type: 'cards', items: [{ id: 'c1', title: 'A card', paths: [{ id: 'p1', text: 'Choose' }] }] },
        { id: 'number', type: 'number input', options: { min: 1, variableId: 'v2' } },
      ],
    },
  ],
})
const group = (page: Page) => page.locator('.group').first()
/** On a phone the outline lies over the canvas. */
const openBlock = (label: string) => (page: Page) =>
  page.viewportSize()!.width > 720
    ? page
        .locator('.block-head', { hasText: label === 'Text' ? '' : label })
        .first()
        .click()
    : page
        .getByRole('treeitem', { name: new RegExp(`^${label}`) })
        .first()
        .click()
const panel = (name: string) => async (page: Page) => {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name }).click()
  await page.locator('.side').waitFor()
}
const pages: Record<string, { path: string; open?(page: Page): Promise<unknown> }> = {
  'sign-in': { path: '/sign-in' },
  dashboard: { path: '/' },
  'new-bot': { path: '/', open: (page) => page.getByRole('button', { name: 'New bot' }).click() },
  build: { path: `/bots/${botId}`, open: (page) => group(page).waitFor() },
  'build-text': { path: `/bots/${botId}`, open: openBlock('Text') },
  'build-choices': {
    path: `/bots/${botId}`,
    open: openBlock('Buttons'),
  },
  'build-condition': {
    path: `/bots/${botId}`,
    open: openBlock('Condition'),
  },
  'build-input': {
    path: `/bots/${botId}`,
    open: openBlock('Number'),
  },
  ...Object.fromEntries(
    ['set', 'http', 'picture', 'cards', 'number'].map((id) => [
      `form-${id}`,
      {
        path: `/bots/${formsBotId}`,
        async open(page: Page) {
          await page.evaluate((hash) => {
            location.hash = hash
          }, `#/forms/${id}`)
          await page.locator(`[data-form="${id}"]`).waitFor()
          for (const summary of await page.locator('.side-body details:not([open]) > summary').all())
            await summary.click()
          if (id === 'http') {
            await page.getByRole('button', { name: 'Send the request now' }).click()
            await page.locator('.side .tag, .side .notice').first().waitFor()
            await page.locator('.side .tag, .side .notice').first().scrollIntoViewIfNeeded()
          }
        },
      },
    ]),
  ),
  outline: {
    path: `/bots/${botId}`,
    async open(page) {
      if (page.viewportSize()!.width > 720) await page.keyboard.press('o')
      await page
        .getByRole('treeitem', { name: /^Group/ })
        .nth(1)
        .waitFor()
    },
  },
  problems: { path: `/bots/${botId}`, open: panel('Problems') },
  variables: { path: `/bots/${botId}`, open: panel('Variables') },
  preview: {
    path: `/bots/${botId}`,
    async open(page) {
      await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
      const chat = page.frameLocator('.preview-frame')
      await chat.locator('[data-answer]').fill('Ada')
      await page.keyboard.press('Enter')
      await chat.getByRole('button', { name: 'See a demo' }).waitFor()
      if (!page.viewportSize() || page.viewportSize()!.width > 720) await page.locator('.block-head').first().click()
    },
  },
  commands: { path: `/bots/${botId}`, open: (page) => page.keyboard.press('Control+k') },
  theme: { path: `/bots/${botId}/theme` },
  settings: { path: `/bots/${botId}/settings` },
  share: { path: `/bots/${botId}/share` },
  results: { path: `/bots/${botId}/results` },
  result: { path: `/bots/${botId}/results`, open: (page) => page.locator('td .link').first().click() },
}
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const

try {
  for (const [look, options] of Object.entries(looks)) {
    for (const [name, { path, open }] of Object.entries(pages)) {
      if (only && !name.includes(only)) continue
      const page = await openPage(browser, options)
      page.setDefaultTimeout(5000)
      const isSignedOut = path === '/sign-in'
      await page.goto(isSignedOut ? service.url : `${service.url}${path}#token=${service.token}`)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      const failure = await open?.(page).then(
        () => undefined,
        (error) => String(error).split('\n')[0],
      )
      await page.waitForTimeout(350)
      await page.screenshot({ path: `${folder}/${name}-${look}.png` })
      const found = [...(await findBarriers(page)), ...page.problems, ...page.elsewhere]
      if (failure) found.push(failure)
      console.log(`${name} ${look}: ${found.length === 0 ? 'fine' : `\n  ${found.join('\n  ')}`}`)
      await page.context().close()
    }
  }
} finally {
  await browser.close()
  await service.close()
}
