/**
 * Takes a screenshot of every page in light, dark, high contrast and on a phone, for visual review, into `packages/builder/screenshots`,
 * and reports the findings of axe.
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { templates } from '../templates/templates.js'
import { addPerson } from './add-person.js'
import { findBarriers, launchBrowser, openPage } from './browser.js'
import { choose } from './choose.js'
import { runService } from './running-service.js'
import { spreadResults } from './spread-results.js'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))
/**
 * If given, only pages whose names contain one of these: `npm run screenshots -- tokens share`. The name of a look, such as `dark`,
 * excludes the other looks.
 */
const only = process.argv.slice(2)

await mkdir(folder, { recursive: true })
const service = await runService()
const browser = await launchBrowser()
const ids: string[] = []
for (const { bot } of templates) ids.push(await service.make(bot))
const botId = ids[0]!
await service.call('POST', `bots/${botId}/publish`)
const { bot } = await service.call('GET', `bots/${botId}`)
const people = ['Ada', 'Grace', 'Mary', 'Katherine', 'Hedy', 'Radia', 'Barbara', 'Karen', 'Frances', 'Jean']
const replies = (index: number) => [
  people[index % 10]!,
  'See a demo',
  `Company ${index}`,
  String(3 + ((index * 7) % 90)),
]
for (let index = 0; index < 48; index++) {
  const { sessionId } = await service.call('POST', `bots/${bot.publicId}/startChat`, {})
  const reached = [4, 0, 4, 2, 4, 1, 4, 3][index % 8]!
  for (const message of replies(index).slice(0, reached)) {
    await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
  if (index % 8 !== 2) continue
  const mail = `${people[index % 10]!.toLowerCase()}@example.com`
  for (const message of ['not an address', mail]) {
    await service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
}
spreadResults(service.folder, botId, 28)

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
        { id: 'number', type: 'number input', options: { min: 1, variableId: 'v2' }, isMuted: true },
      ],
    },
    {
      id: 'note',
      title: 'Ask the office whether the pictures may be shown.',
      graphCoordinates: { x: 20, y: 140 },
      blocks: [],
      note: { colour: 'yellow' },
    },
  ],
})
const publish = (note: string) => service.call('POST', `bots/${botId}/publish`, { note })
const groupsOf = async () => (await service.call('GET', `bots/${botId}`)).bot.groups
await publish('First version, for the fair')
const [first, ...others] = await groupsOf()
await service.call('PATCH', `bots/${botId}`, {
  bot: { groups: [{ ...first, title: 'Good day' }, ...others.slice(0, -1)] },
})
await publish('Greets in another way; the goodbye is shorter')
const extra = {
  id: 'extra',
  title: 'Something more',
  graphCoordinates: { x: 1400, y: 420 },
  blocks: first.blocks.slice(0, 1).map((block: object) => ({ ...block, id: 'extrablock' })),
}
const blocks = first.blocks.map((block: { id: string }, index: number) =>
  index === 0
    ? { ...block, content: { richText: [{ type: 'p', children: [{ text: 'Welcome! It is good to see you.' }] }] } }
    : block,
)
await service.call('PATCH', `bots/${botId}`, {
  bot: {
    groups: [{ ...first, blocks, title: 'Good day' }, ...others.slice(0, -1), extra],
    theme: { ...bot.theme, chat: { ...bot.theme.chat, roundness: 'medium' } },
  },
})
const folderIds: string[] = []
// A service that does not exist: its delivery waits.
const call = { webhook: { url: 'https://crm.invalid/leads' }, isGuaranteed: true }
const mail = { recipients: ['sales@example.com'], subject: 'A new lead', isGuaranteed: true }
const leadsBotId = await service.make({
  name: 'Leads',
  publicId: 'leads',
  events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'lead' } }],
  groups: [
    {
      id: 'lead',
      title: 'Lead',
      graphCoordinates: { x: 300, y: 0 },
      blocks: [
        { id: 'leadcall', type: 'Webhook', options: call },
        { id: 'leadmail', type: 'Email', options: mail },
        { id: 'leadmodel', type: 'openai', options: { action: 'Create chat completion', model: 'gpt-4o-mini' } },
      ],
    },
  ],
})
await service.call('POST', `bots/${leadsBotId}/publish`)
for (let chat = 0; chat < 3; chat++) await service.call('POST', 'bots/leads/startChat', {})

for (const folderName of ['Website', 'Events']) {
  const { folder } = await service.call('POST', 'folders', { workspaceId: service.workspaceId, folderName })
  folderIds.push(folder.id)
}
await service.call('PATCH', `bots/${ids[4]}`, { bot: { folderId: folderIds[1] } })
await service.call('POST', `bots/${ids[6]}/archive`)
const workspace = `/workspaces/${service.workspaceId}`
await service.call('POST', 'users/me/api-tokens', { name: 'Nightly export', scope: 'read' })
await service.call('POST', `workspaces/${service.workspaceId}/invitations`, {
  email: 'grace@example.com',
  type: 'MEMBER',
})
await service.call('POST', 'credentials', {
  workspaceId: service.workspaceId,
  credentials: { type: 'smtp', name: 'Office mail', data: { host: 'mail.example.com', port: 587, from: {} } },
})
await service.call('POST', 'custom-domains', { workspaceId: service.workspaceId, name: 'chat.example.com' })
for (const { name, bot } of templates.slice(0, 3)) {
  const theme = { workspaceId: service.workspaceId, name, theme: bot.theme ?? {} }
  await service.call('PUT', `themeTemplates/theme${name.length}`, theme)
}
const { link } = await service.call('POST', `workspaces/${service.workspaceId}/invitations`, {
  email: 'mary@example.com',
  type: 'ADMIN',
})

await addPerson(service, 'Katherine')
/** Someone who may only view one bot, and is a guest of its workspace. */
const reader = await addPerson(service, 'Lin', { to: `bots/${botId}`, type: 'READ' })
const { link: passwordLink } = await service.call('POST', 'password-links', { email: 'katherine@example.com' })

const { credentialsId } = await service.call('POST', 'credentials', {
  workspaceId: service.workspaceId,
  credentials: {
    type: 'messaging',
    name: 'Shop in Hamburg',
    data: {
      systemUserAccessToken: 'EAAG-a-token-of-the-screenshots',
      phoneNumberId: '104400000000001',
      appSecret: 'x',
    },
  },
})
/** Several bots on one number; the last one is never reached. */
const orders = { comparisons: [{ id: 'c1', comparisonOperator: 'Contains', value: 'order' }] }
const hello = {
  logicalOperator: 'OR',
  comparisons: [
    { id: 'c1', comparisonOperator: 'Contains', value: 'hello' },
    { id: 'c2', comparisonOperator: 'Starts with', value: 'offer' },
  ],
}
for (const [id, startCondition] of [
  [ids[5], orders],
  [formsBotId, undefined],
  [ids[7], undefined],
] as const) {
  await service.call('PATCH', `bots/${id}`, {
    bot: { messagingCredentialsId: credentialsId, settings: { messaging: { isEnabled: true, startCondition } } },
  })
  await service.call('POST', `bots/${id}/publish`)
}
await service.call('PATCH', `bots/${botId}`, {
  bot: { messagingCredentialsId: credentialsId, settings: { messaging: { isEnabled: true, startCondition: hello } } },
})

const group = (page: Page) => page.locator('.group').first()
/** On a phone the outline covers the canvas. */
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
interface Scene {
  path: string
  /** Token of the user; the owner's by default. */
  token?: string
  open?(page: Page): Promise<unknown>
}
const pages: Record<string, Scene> = {
  'sign-in': { path: '/sign-in' },
  'sign-in-token': {
    path: '/sign-in',
    open: (page) => page.getByRole('button', { name: 'Use an API token' }).click(),
  },
  forgotten: {
    path: '/sign-in',
    open: (page) => page.getByRole('button', { name: 'Forgot your password?' }).click(),
  },
  'forgotten-ask': {
    path: '/sign-in',
    async open(page) {
      await page.getByRole('button', { name: 'Forgot your password?' }).click()
      await page.getByLabel('Email').fill('mary@example.com')
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByRole('heading', { name: 'Ask for a link' }).waitFor()
    },
  },
  'new-password': { path: new URL(passwordLink).hash },
  'email-link': { path: '#email-link=x' },
  invitation: { path: new URL(link).hash },
  account: { path: '/account/profile' },
  appearance: { path: '/account/appearance' },
  components: { path: '/design', open: (page) => page.getByRole('heading', { name: 'Components' }).waitFor() },
  tokens: { path: '/account/tokens' },
  'token-new': { path: '/account/tokens', open: (page) => page.getByRole('button', { name: 'New token' }).click() },
  sessions: { path: '/account/sessions' },
  'workspace-general': { path: `${workspace}/settings/general` },
  'workspace-members': { path: `${workspace}/settings/members` },
  'workspace-credentials': { path: `${workspace}/settings/credentials` },
  'workspace-knowledge': { path: `${workspace}/settings/knowledge` },
  'workspace-integrations': { path: `${workspace}/settings/integrations` },
  ...Object.fromEntries(
    ['users', 'workspaces', 'limits', 'mail'].map((id) => [`instance-${id}`, { path: `/instance/${id}` }]),
  ),
  'workspace-deliveries': { path: `${workspace}/settings/deliveries` },
  'block-test': {
    path: `/bots/${leadsBotId}`,
    async open(page) {
      await page.evaluate(() => {
        location.hash = '#/lead/leadmodel'
      })
      await page.getByText('Run this block').scrollIntoViewIfNeeded()
    },
  },
  'credentials-new': {
    path: `${workspace}/settings/credentials`,
    open: (page) => page.getByRole('button', { name: 'Add credentials' }).click(),
  },
  'workspace-domains': { path: `${workspace}/settings/domains` },
  'workspace-themes': { path: `${workspace}/settings/themes` },
  'workspace-usage': { path: `${workspace}/settings/usage` },
  dashboard: { path: '/' },
  archive: {
    path: '/',
    async open(page) {
      await choose(page.getByLabel('Show', { exact: true }), 'Archived')
      await page.locator('.bot-card').first().waitFor()
    },
  },
  folder: { path: `${workspace}/folders/${folderIds[1]}` },
  'bot-move': {
    path: '/',
    async open(page) {
      await page.getByRole('button', { name: 'More about Customer feedback' }).click()
      await page.getByRole('menuitem', { name: 'Move to folder…' }).click()
      await page.getByRole('button', { name: 'Events' }).waitFor()
    },
  },
  template: {
    path: '/',
    async open(page) {
      await page.getByRole('button', { name: 'New bot' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'AI support agent' }).click()
      await page.frameLocator('.template-live iframe').locator('[data-answer]').waitFor()
    },
  },
  'new-bot': { path: '/', open: (page) => page.getByRole('button', { name: 'New bot' }).click() },
  build: { path: `/bots/${botId}`, open: (page) => group(page).waitFor() },
  'build-services': {
    path: `/bots/${botId}`,
    async open(page) {
      if (page.viewportSize()!.width <= 720) return
      await page.getByRole('heading', { name: 'Services', exact: true }).click()
      await page.locator('.palette-block[data-type="zendesk"]').scrollIntoViewIfNeeded()
    },
  },
  'build-folded': {
    path: `/bots/${botId}`,
    open: async (page) =>
      page.viewportSize()!.width > 720 && page.getByRole('button', { name: 'Hide the blocks' }).click(),
  },
  'build-far': {
    path: `/bots/${ids[6]}`,
    async open(page) {
      await page.getByRole('button', { name: 'Show the whole flow' }).click()
      await page.locator('.canvas:not([data-far="false"])').waitFor()
    },
  },
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
            await page.getByRole('button', { name: 'Send test request' }).click()
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
      await chat.getByRole('radio', { name: 'See a demo' }).waitFor()
      if (!page.viewportSize() || page.viewportSize()!.width > 720) await page.locator('.block-head').first().click()
    },
  },
  'preview-stopped': {
    path: `/bots/${botId}`,
    async open(page) {
      await page.getByText('saved in Need').filter({ visible: true }).first().click()
      await page.keyboard.press('b')
      await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
      const chat = page.frameLocator('.preview-frame')
      await chat.locator('[data-answer]').fill('Ada')
      await page.keyboard.press('Enter')
      await page.getByRole('status').filter({ hasText: 'Stopped before' }).waitFor()
    },
  },
  icon: {
    path: `/bots/${botId}`,
    open: (page) => page.getByRole('button', { name: 'Icon of the bot' }).click(),
  },
  comments: { path: `/bots/${botId}`, open: panel('Comments') },
  tests: { path: `/bots/${botId}`, open: panel('Tests') },
  shortcuts: {
    path: `/bots/${botId}`,
    async open(page) {
      if (page.viewportSize()!.width <= 720) return
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  commands: {
    path: `/bots/${botId}`,
    async open(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').waitFor()
    },
  },
  gone: { path: '/bots/gone' },
  theme: { path: `/bots/${botId}/theme` },
  'theme-customize': {
    path: `/bots/${botId}/theme`,
    open: (page) => page.getByRole('tab', { name: 'Customize' }).click(),
  },
  'theme-fine-tune': {
    path: `/bots/${botId}/theme`,
    open: (page) => page.getByRole('tab', { name: 'Fine-tune' }).click(),
  },
  settings: { path: `/bots/${botId}/settings` },
  versions: { path: `/bots/${botId}/versions`, open: (page) => page.locator('.places').waitFor() },
  'versions-map': {
    path: `/bots/${botId}/versions`,
    open: (page) => page.getByRole('button', { name: 'Canvas', exact: true }).click(),
  },
  publish: { path: `/bots/${botId}/versions`, open: (page) => page.getByRole('button', { name: 'Publish…' }).click() },
  'share-embed': {
    path: `/bots/${botId}/share`,
    async open(page) {
      await page.getByRole('button', { name: 'HTML Any website' }).click()
      await page.getByLabel('Preview message').fill('Any questions?')
    },
  },
  'share-wordpress': {
    path: `/bots/${botId}/share`,
    open: (page) => page.getByRole('button', { name: 'WordPress A plugin' }).click(),
  },
  'share-poster': {
    path: `/bots/${botId}/share`,
    open: (page) => page.getByRole('button', { name: 'Poster' }).click(),
  },
  'share-signature': {
    path: `/bots/${botId}/share`,
    open: (page) => page.getByRole('button', { name: 'Email signature' }).click(),
  },
  'share-more': {
    path: `/bots/${botId}/share`,
    open: (page) => page.getByRole('heading', { name: 'People' }).scrollIntoViewIfNeeded(),
  },
  share: { path: `/bots/${botId}/share` },
  messaging: { path: `/bots/${botId}/messaging` },
  'messaging-more': {
    path: `/bots/${formsBotId}/messaging`,
    open: (page) => page.getByRole('heading', { name: 'When a chat begins' }).evaluate((it) => it.scrollIntoView()),
  },
  'messaging-start': {
    path: `/bots/${botId}/messaging`,
    open: (page) => page.getByRole('heading', { name: 'When a chat begins' }).evaluate((it) => it.scrollIntoView()),
  },
  'messaging-none': { path: `/bots/${ids[2]}/messaging` },
  'messaging-add': {
    path: `/bots/${ids[2]}/messaging`,
    open: (page) => page.getByRole('button', { name: 'Add a number…' }).click(),
  },
  results: { path: `/bots/${botId}/results` },
  summary: { path: `/bots/${botId}/summary` },
  recording: {
    path: `/bots/${botId}/results`,
    async open(page) {
      await page.locator('td button.link').first().click()
      await page.getByRole('link', { name: 'Recording' }).click()
      await page.waitForURL(/\/recording\//)
    },
  },
  analytics: { path: `/bots/${botId}/analytics`, open: (page) => page.locator('.funnel').waitFor() },
  'analytics-more': {
    path: `/bots/${botId}/analytics`,
    async open(page) {
      await page.getByRole('button', { name: 'Canvas', exact: true }).click()
      await page.getByRole('heading', { name: 'Time to answer' }).scrollIntoViewIfNeeded()
    },
  },
  'analytics-table': {
    path: `/bots/${botId}/analytics`,
    open: (page) => page.getByRole('button', { name: 'Table', exact: true }).click(),
  },
  'results-columns': {
    path: `/bots/${botId}/results`,
    open: (page) => page.getByRole('button', { name: 'Columns' }).click(),
  },
  'results-filter': {
    path: `/bots/${botId}/results`,
    async open(page) {
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByLabel('Search answers').fill('grace')
      await page.getByText('Katherine').first().waitFor({ state: 'detached' })
    },
  },
  'results-export': {
    path: `/bots/${botId}/results`,
    async open(page) {
      await choose(page.getByLabel('Completion'), 'Completed')
      await page.getByRole('button', { name: 'Export' }).click()
    },
  },
  'reader-dashboard': { path: '/', token: reader },
  'reader-build': {
    path: `/bots/${botId}`,
    token: reader,
    open: (page) =>
      page.viewportSize()!.width > 720
        ? page
            .getByRole('button', { name: /^Collapse/ })
            .nth(1)
            .click()
        : Promise.resolve(),
  },
  'reader-comments': { path: `/bots/${botId}`, token: reader, open: panel('Comments') },
  'reader-share': { path: `/bots/${botId}/share`, token: reader },
  'reader-share-more': {
    path: `/bots/${botId}/share`,
    token: reader,
    open: (page) => page.getByRole('heading', { name: 'People' }).scrollIntoViewIfNeeded(),
  },
  'reader-messaging': { path: `/bots/${botId}/messaging`, token: reader },
  'reader-results': { path: `/bots/${botId}/results`, token: reader },
  'reader-versions': {
    path: `/bots/${botId}/versions`,
    token: reader,
    open: (page) => page.locator('.release').nth(1).click(),
  },
  'reader-theme': { path: `/bots/${botId}/theme`, token: reader },
  'reader-settings': { path: `/bots/${botId}/settings`, token: reader },
  'reader-workspace': { path: `${workspace}/settings`, token: reader },
  'reader-members': { path: `${workspace}/settings/members`, token: reader },
  'reader-credentials': { path: `${workspace}/settings/credentials`, token: reader },
  'reader-domains': { path: `${workspace}/settings/domains`, token: reader },
  result: { path: `/bots/${botId}/results`, open: (page) => page.locator('td button.link').first().click() },
}
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  contrast: { colorScheme: 'light', contrast: 'more' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const

/** Addresses in the navigation of pages, and those of which there is a screenshot: every page has to have one. */
const linked = new Set<string>()
const shown = new Set<string>()
/** An address without the id in it. */
const pageOf = (address: string) => address.replace(/^.*\/(bots|workspaces)\/[^/]+/, '/$1/:id').replace(/\/$/, '')

try {
  const names = only.filter((part) => !(part in looks))
  for (const [look, options] of Object.entries(looks)) {
    if (names.length < only.length && !only.includes(look)) continue
    for (const [name, { path, token = service.token, open }] of Object.entries(pages)) {
      if (names.length > 0 && !names.some((part) => name.includes(part))) continue
      const page = await openPage(browser, options)
      page.setDefaultTimeout(20_000)
      const isSignedOut = path === '/sign-in' || path.startsWith('#')
      const address = path === '/sign-in' ? '' : path
      await page.goto(isSignedOut ? `${service.url}/${address}` : `${service.url}${path}#token=${token}`)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.isCalm()
      const failure = await open?.(page).then(
        () => undefined,
        (error) => String(error).split('\n')[0],
      )
      await page.waitForTimeout(350)
      shown.add(pageOf(new URL(page.url()).pathname))
      for (const link of await page.locator('.bot-tabs a, .section-page nav a').all())
        linked.add(pageOf((await link.getAttribute('href'))!))
      await page.screenshot({ path: `${folder}/${name}-${look}.png` })
      const found = [...(await findBarriers(page)), ...page.problems, ...page.elsewhere]
      if (failure) found.push(failure)
      console.log(`${name} ${look}: ${found.length === 0 ? 'fine' : `\n  ${found.join('\n  ')}`}`)
      await page.context().close()
    }
  }
  const missing = names.length > 0 ? [] : [...linked].filter((address) => !shown.has(address))
  if (missing.length > 0) {
    console.log(`No screenshot of ${missing.join(', ')}. Add it to \`pages\`.`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await service.close()
}
