import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templates } from './catalogue/templates.js'
import { findBarriers, openPage } from './testing/browser.js'
import { downloadBy } from './testing/download-by.js'
import { words } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'

/** The pages around the canvas, used as people use them. */

const tests = visiting()
const signedIn = async (path: string, options = {}) => {
  const page = await openPage(tests.browser, options)
  page.setDefaultTimeout(25_000)
  await page.goto(`${tests.service.url}${path}#token=${tests.service.token}`)
  return page
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
/** A machine that is busy takes its time: states are waited for, not moments. */
const becomes = <T>(value: () => T) => expect.poll(value, { timeout: 25_000 })
const isSaved = (page: Page) => page.locator('.saving', { hasText: 'Saved' }).waitFor()
const botOf = async (botId: string) => (await tests.service.call('GET', `bots/${botId}`)).bot

/** A published bot that asks for a name and an e-mail address, and chats with it. */
async function answered(chats: string[][]): Promise<string> {
  const botId = await tests.service.make({
    name: 'Answered',
    events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
    edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g' } }],
    variables: [
      { id: 'vname', name: 'Name' },
      { id: 'vmail', name: 'Mail' },
    ],
    groups: [
      {
        id: 'g',
        title: 'Questions',
        graphCoordinates: { x: 300, y: 0 },
        blocks: [
          words('t', 'Who are you?'),
          { id: 'name', type: 'text input', options: { variableId: 'vname' } },
          { id: 'mail', type: 'email input', options: { variableId: 'vmail' } },
        ],
      },
      { id: 'n', title: 'Ask the office', graphCoordinates: { x: 0, y: 90 }, blocks: [], note: { colour: 'blue' } },
    ],
  })
  await tests.service.call('POST', `bots/${botId}/publish`)
  const { publicId } = await botOf(botId)
  for (const replies of chats) {
    const { sessionId } = await tests.service.call('POST', `bots/${publicId}/startChat`, {})
    for (const message of replies) await tests.service.call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
  return botId
}

describe('the dashboard', () => {
  it('has folders: bots go in by dragging and by their menu, and out by the breadcrumbs', async () => {
    const { workspace } = await tests.service.call('POST', 'workspaces', { name: 'With folders' })
    const make = async (name: string) =>
      (await tests.service.call('POST', 'bots', { workspaceId: workspace.id, bot: { name } })).bot.id as string
    const [oneId, otherId] = [await make('One'), await make('Other')]
    const page = await signedIn(`/workspaces/${workspace.id}`)
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Website')
    await page.getByRole('button', { name: 'Create' }).click()
    const folder = page.locator('.folder-card', { hasText: 'Website' })
    await page.locator('.bot-card', { hasText: 'One' }).dragTo(folder)
    await page.getByText('Moved to “Website”.').waitFor()
    await page.getByRole('button', { name: 'More about Other' }).click()
    await page.getByRole('menuitem', { name: 'Move…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Website' }).click()
    await page.getByRole('button', { name: 'Move to “Website”' }).click()
    await becomes(() => page.locator('.bot-card').count()).toBe(0)
    await folder.getByRole('link').click()
    await heading(page, 'Website')
    await becomes(() => page.locator('.bot-card').count()).toBe(2)
    await page.locator('.bot-card', { hasText: 'One' }).dragTo(page.getByRole('link', { name: 'All bots' }))
    await page.getByText('Moved to the workspace.').waitFor()
    expect((await botOf(oneId)).folderId).toBeNull()
    expect((await botOf(otherId)).folderId).not.toBeNull()
    await page.getByLabel('Search bots').fill('one')
    await page.locator('.bot-card', { hasText: 'One' }).waitFor()
    await page.getByRole('button', { name: 'More about One' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByText('“One” is archived').waitFor()
    await becomes(() => page.locator('.bot-card').count()).toBe(0)
    expect(await botOf(oneId)).toMatchObject({ isArchived: true, isClosed: false, folderId: null })
    await page.getByLabel('Search bots').fill('')
    await page.getByLabel('Show', { exact: true }).selectOption('archived')
    await heading(page, 'Archived bots')
    await page.locator('.bot-card', { hasText: 'One' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'More about One' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByText('Nothing is archived').waitFor()
    await page.getByLabel('Show', { exact: true }).selectOption('used')
    await page.getByLabel('Search bots').fill('one')
    await page.locator('.bot-card', { hasText: 'One' }).waitFor()
    expect(await botOf(oneId)).toMatchObject({ isArchived: false, folderId: null })
    expect(page.problems).toEqual([])
    await page.context().close()
  })

  it('makes a bot of a template, in the folder that is open', async () => {
    const body = { workspaceId: tests.service.workspaceId, folderName: 'Quizzes' }
    const { folder } = await tests.service.call('POST', 'folders', body)
    const page = await signedIn(`/workspaces/${tests.service.workspaceId}/folders/${folder.id}`)
    await page.getByRole('button', { name: 'New bot' }).first().click()
    await page.getByRole('button', { name: 'Quiz with a score' }).click()
    await page.getByRole('img', { name: 'Groups of Quiz with a score' }).waitFor()
    await page.getByRole('button', { name: 'Use it' }).click()
    await page.locator('.group').first().waitFor()
    const botId = new URL(page.url()).pathname.split('/')[2]!
    expect(await botOf(botId)).toMatchObject({ name: 'Quiz with a score', folderId: folder.id })
    expect(page.elsewhere).toEqual([])
    await page.context().close()
  })
})

describe('the icon of a bot', () => {
  it('is chosen in the header: a sign, another emoji or none, and an edit like others', async () => {
    const botId = await tests.service.make({ name: 'Iconic' })
    const page = await signedIn(`/bots/${botId}`)
    const icon = page.getByRole('button', { name: 'Icon of the bot' })
    await icon.click()
    await page.getByRole('dialog').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Seedling' }).click()
    await becomes(async () => (await botOf(botId)).icon).toBe('🌱')
    await icon.click()
    await page.getByLabel('Another emoji').fill('👩‍🚀')
    await page.keyboard.press('Enter')
    await becomes(async () => (await botOf(botId)).icon).toBe('👩‍🚀')
    await becomes(() => icon.innerText()).toBe('👩‍🚀')
    await icon.click()
    await page.getByLabel('File for the icon').setInputFiles({
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: Buffer.from(dot, 'base64'),
    })
    await icon.locator('img').waitFor()
    await page.getByRole('button', { name: 'Undo: Change the icon' }).click()
    await becomes(async () => (await botOf(botId)).icon).toBe('👩‍🚀')
    await icon.click()
    await page.getByRole('button', { name: 'No icon' }).click()
    await becomes(async () => (await botOf(botId)).icon).toBeNull()
    expect(page.problems).toEqual([])
    await page.context().close()
  })
})

/** A picture of one point. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('versions', () => {
  it('are published with a note, compared in words and on the canvas, and brought back by an edit', async () => {
    const botId = await tests.service.make(templates[1]!.bot)
    await tests.service.call('POST', `bots/${botId}/publish`, { note: 'The first one' })
    const page = await signedIn(`/bots/${botId}/versions`)
    await page.getByText('are the same').waitFor()
    const { groups } = await botOf(botId)
    const changed = groups.map((group: { title: string }) =>
      group.title === 'Happy' ? { ...group, title: 'Glad' } : group,
    )
    await tests.service.call('PATCH', `bots/${botId}`, { bot: { groups: changed } })
    await page.reload()
    await page.getByText('Renamed: “Happy” is now “Glad”').waitFor()
    await page.getByRole('button', { name: 'On the canvas', exact: true }).click()
    await page.locator('.map-group[data-tone="warning"]', { hasText: 'Glad' }).waitFor()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByLabel('What is new').fill('Glad instead of happy')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: /Glad instead of happy/ }).waitFor()
    await page.getByRole('button', { name: /The first one/ }).click()
    await page.getByRole('button', { name: 'Restore as draft' }).click()
    await isSaved(page)
    const titles = async () => (await botOf(botId)).groups.map((group: { title: string }) => group.title)
    await becomes(titles).toContain('Happy')
    await page.getByRole('button', { name: 'Undo: Restore a version' }).click()
    await becomes(titles).toContain('Glad')
    const { releases } = await tests.service.call('GET', `bots/${botId}/releases`)
    expect(releases).toMatchObject([
      { note: 'Glad instead of happy', isLive: true },
      { note: 'The first one', isLive: false },
    ])
    expect(page.problems).toEqual([])
    await page.context().close()
  })
})

describe('results', () => {
  it('are found by text and value, shown in chosen columns, exported and deleted', async () => {
    const botId = await answered([['Ada', 'ada@example.com'], ['Grace', 'grace@example.com'], ['Mary']])
    const page = await signedIn(`/bots/${botId}/results`)
    const rows = page.locator('tbody tr:not(.gap)')
    await becomes(() => rows.count()).toBe(3)
    await page.getByLabel('Search answers').fill('grace@')
    await becomes(() => rows.count()).toBe(1)
    await page.getByRole('cell', { name: 'grace@example.com' }).waitFor()
    await page.getByLabel('Search answers').fill('')
    await page.getByLabel('Completion').selectOption('false')
    await page.getByRole('cell', { name: 'Mary' }).waitFor()
    await becomes(() => rows.count()).toBe(1)
    await page.getByLabel('Completion').selectOption('')
    await page.getByRole('button', { name: 'By value' }).click()
    await page.getByLabel('Column', { exact: true }).selectOption({ label: 'Name' })
    await page.getByLabel('Is exactly').fill('Ada')
    await becomes(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'Remove this filter' }).click()
    await becomes(() => rows.count()).toBe(3)

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Move Mail up' }).click()
    await page.getByLabel('Name', { exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('separator', { name: 'Width of Mail' }).focus()
    await page.keyboard.press('ArrowRight')
    await becomes(async () => (await botOf(botId)).resultsTablePreferences).toMatchObject({
      columnsVisibility: { vname: false },
      columnsWidth: { vmail: 216 },
    })
    await page.reload()
    await page.getByRole('cell', { name: 'ada@example.com' }).waitFor()
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['', 'When', 'State', 'Mail'])

    for (const [format, beginning] of [
      ['CSV', /Mail/],
      ['XLSX', /^PK/],
      ['NDJSON', /^\{/],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const content = await downloadBy(page, () => page.getByRole('menuitem', { name: format }).click())
      expect(content).toMatch(beginning)
      if (format !== 'XLSX') expect(content).toContain('grace@example.com')
    }
    await page.getByLabel('Search answers').fill('grace')
    await becomes(() => rows.count()).toBe(1)
    for (const [scope, count] of [
      ['What the table shows', 1],
      ['All results', 3],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const item = page.getByRole('group', { name: scope }).getByRole('menuitem', { name: 'NDJSON' })
      const lines = (await downloadBy(page, () => item.click())).trim().split('\n')
      expect(lines).toHaveLength(count)
    }
    await page.getByLabel('Search answers').fill('')
    await becomes(() => rows.count()).toBe(3)

    await rows.filter({ hasText: 'grace@example.com' }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await becomes(async () => (await tests.service.call('GET', `bots/${botId}/results`)).results.length).toBe(2)
    await page.getByRole('cell', { name: 'grace@example.com' }).waitFor({ state: 'detached' })
    expect(page.problems).toEqual([])
    await page.context().close()
  })

  it('are drawn as far as they are seen, and loaded as one scrolls', async () => {
    const botId = await answered(Array.from({ length: 104 }, (_, index) => [`Person ${index}`]))
    const page = await signedIn(`/bots/${botId}/results`)
    await page.getByRole('cell', { name: 'Person 103' }).waitFor()
    expect(await page.locator('tbody tr').count()).toBeLessThan(70)
    const table = page.getByRole('region', { name: 'Table of results' })
    await becomes(async () => {
      await table.evaluate((it) => it.scrollTo(0, it.scrollHeight))
      return page.getByRole('cell', { name: 'Person 0', exact: true }).count()
    }).toBe(1)
    expect(await page.locator('tbody tr').count()).toBeLessThan(70)
    await page.context().close()
  })
})

describe('analytics', () => {
  it('show who came, where they left, and what they were asked again, as charts and as tables', async () => {
    const botId = await answered([[], ['Ada'], ['Grace', 'no address', 'grace@example.com'], ['Mary', 'neither']])
    const page = await signedIn(`/bots/${botId}/analytics`)
    const figure = (name: string) =>
      page.locator('.figures .card', { has: page.getByText(name, { exact: true }) }).locator('.figure')
    await becomes(() => figure('Views').innerText()).toBe('4')
    expect(await figure('Starts').innerText()).toBe('3')
    expect(await figure('Completions').innerText()).toBe('1')
    await page.getByRole('img', { name: /Views, starts and completions/ }).waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const last = page
      .getByRole('region', { name: 'Views, starts and completions over time' })
      .locator('tbody tr')
      .first()
    expect(await last.locator('td').allInnerTexts()).toEqual([expect.any(String), '4', '3', '1'])
    const cellsOf = (title: string, row: number) =>
      page
        .locator('.card', { has: page.getByRole('heading', { name: title }) })
        .locator('tbody tr')
        .nth(row)
        .locator('td')
    expect(await cellsOf('Where visitors leave', 0).allInnerTexts()).toEqual(['Name', '', '3', '2', '67 %'])
    expect(await cellsOf('Answers that did not fit', 0).allInnerTexts()).toEqual(['Mail', '2', '2'])
    await page.getByRole('button', { name: 'Canvas', exact: true }).click()
    await page.getByRole('img', { name: 'Where visitors leave, on the canvas: 1 groups' }).waitFor()
    await page.locator('.map-group', { hasText: '3 answered, 67 % left' }).waitFor()
    await page.getByText('1 · 33 % of those before', { exact: true }).waitFor()
    await page.getByLabel('Question 1', { exact: true }).selectOption({ label: 'Mail' })
    await page.getByText('1 · 25 % of those before').waitFor()
    expect(page.problems).toEqual([])
    await page.context().close()
  })
})

describe('a workspace', () => {
  it('keeps credentials that are filled in, told apart, replaced and deleted, and never shown', async () => {
    const page = await signedIn(`/workspaces/${tests.service.workspaceId}/settings/credentials`)
    await page.getByRole('button', { name: 'Add credentials' }).click()
    await page.getByLabel('For', { exact: true }).selectOption({ label: 'OpenAI, or a service like it' })
    await page.getByLabel('Name', { exact: true }).fill('Writer')
    await page.getByLabel('API key', { exact: true }).fill('sk-0123456789abcdef')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('ends with cdef').waitFor()
    expect(await page.content()).not.toContain('sk-0123456789')
    await page.getByRole('button', { name: 'Change Writer' }).click()
    await page.getByRole('menuitem', { name: 'Rename or replace…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Poet')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Change Poet' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There are none yet.').waitFor()
    expect(page.problems).toEqual([])
    await page.context().close()
  })

  it('keeps a theme of one bot, and another bot uses it', async () => {
    const [fromId, toId] = [await tests.service.make(templates[1]!.bot), await tests.service.make({ name: 'Plain' })]
    const page = await signedIn(`/bots/${fromId}/theme`)
    await page.getByLabel('Keep this theme as').fill('Lagoon')
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByRole('button', { name: 'Lagoon' }).waitFor()
    await page.goto(`${tests.service.url}/bots/${toId}/theme`)
    await page.getByRole('button', { name: 'Lagoon' }).click()
    const theme = (await botOf(fromId)).theme
    await becomes(async () => (await botOf(toId)).theme).toEqual(theme)
    await page.context().close()
  })
})

describe('every page', () => {
  let page: Awaited<ReturnType<typeof signedIn>>
  let botId: string
  beforeAll(async () => {
    botId = await answered([['Ada', 'nowhere', 'ada@example.com']])
    page = await signedIn('/account')
    await heading(page, 'Profile')
  })
  afterAll(() => page?.context().close())

  it.each([
    '/account',
    '/account/tokens',
    '/account/sessions',
    'settings/general',
    'settings/members',
    'settings/credentials',
    'settings/domains',
    'settings/themes',
    'settings/usage',
    'bot/messaging',
    'bot/analytics',
    'bot/versions',
  ])('has no barrier that axe finds, light or dark, and fits on a phone: %s', async (path) => {
    const address = path
      .replace(/^settings/, `/workspaces/${tests.service.workspaceId}/settings`)
      .replace(/^bot/, `/bots/${botId}`)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(tests.service.url + address)
    await page.locator('h1', { hasNotText: 'Opening…' }).first().waitFor({ state: 'attached' })
    await page.isCalm()
    const found = await findBarriers(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await page.locator('[data-theme="dark"]').waitFor()
    found.push(...(await findBarriers(page, ['color-contrast'])))
    await page.setViewportSize({ width: 390, height: 844 })
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([...found, ...page.problems, ...page.elsewhere]).toEqual([])
    expect(sideways).toBe(0)
  })
})
