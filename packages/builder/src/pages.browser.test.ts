import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { templates } from './templates/templates.js'
import { findBarriers, openPage, openSignedIn } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { downloadBy } from './testing/download-by.js'
import { words } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'

/** The pages around the canvas, used as people use them. */

const tests = visiting()
const signedIn = async (path: string, options = {}) => {
  const page = await openPage(tests.browser, options)
  page.setDefaultTimeout(60_000)
  await page.goto(`${tests.service.url}${path}#token=${tests.service.token}`)
  return page
}
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
/** A machine that is busy takes its time: states are waited for, not moments. */
const becomes = <T>(value: () => T) => expect.poll(value, { timeout: 60_000 })
const isSaved = (page: Page) => page.locator('.saving', { hasText: 'Saved' }).waitFor()
const botOf = async (botId: string) => (await tests.service.call('GET', `bots/${botId}`)).bot

/** A published bot that asks for a name and an email address, and chats with it. */
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

/** Asks for a file, calls a service that is not there, and asks for many texts. */
const fileBot = {
  name: 'Files',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e' }],
  edges: [{ id: 'e', from: { eventId: 'start' }, to: { groupId: 'g1' } }],
  groups: [
    {
      id: 'g1',
      title: 'Files',
      graphCoordinates: { x: 300, y: 0 },
      blocks: [
        { id: 'file', type: 'file input' },
        { id: 'call', type: 'Webhook', options: { webhook: { url: 'http://127.0.0.1:9/none', method: 'GET' } } },
        ...Array.from({ length: 101 }, (_, index) => ({ id: `text${index}`, type: 'text input' })),
      ],
    },
  ],
}

describe('the dashboard', () => {
  it('shows what a bot says first in its own look, how many answered, and when it was edited', async () => {
    const botId = await answered([['Ada'], []])
    await tests.service.call('PATCH', `bots/${botId}`, {
      bot: { name: 'Carded', theme: { chat: { hostBubbles: { backgroundColor: '#113355' } } } },
    })
    const page = await signedIn('/')
    const card = page.locator('.bot-card', { hasText: 'Carded' })
    await card.scrollIntoViewIfNeeded()
    const line = card.getByText('Who are you?')
    await becomes(() => line.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe('rgb(17, 51, 85)')
    await card.getByText('1 response').waitFor()
    await card.getByText('Edited just now').waitFor()
    await page.leave()
  })

  it('does not move its cards away from a press while it loads', async () => {
    const { workspace } = await tests.service.call('POST', 'workspaces', { name: 'Still' })
    await tests.service.call('POST', 'bots', { workspaceId: workspace.id, bot: { name: 'Calm' } })
    const page = await signedIn(`/workspaces/${workspace.id}`)
    await page.getByRole('region', { name: 'Get your first bot live' }).waitFor()
    await page.locator('.bot-card', { hasText: 'Nothing in here' }).waitFor()
    await page.isCalm()
    const moved = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as unknown as { sources: { node?: Element | null }[] }[]
            resolve(shifts.flatMap(({ sources }) => sources.map(({ node }) => node?.className ?? '')))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve([]), 500)
        }),
    )
    expect(moved.filter((name) => /bot-card|bots/.test(name))).toEqual([])
    await page.leave()
  })

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
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Second')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('button', { name: 'More about Second' }).click()
    await page.getByRole('menuitem', { name: 'Move to folder…' }).click()
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
    await choose(page.getByLabel('Show', { exact: true }), 'Archived')
    await heading(page, 'Archived bots')
    await page.locator('.bot-card', { hasText: 'One' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'More about One' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await page.getByText('Nothing is archived').waitFor()
    await choose(page.getByLabel('Show', { exact: true }), 'Active')
    await page.getByLabel('Search bots').fill('one')
    await page.locator('.bot-card', { hasText: 'One' }).waitFor()
    expect(await botOf(oneId)).toMatchObject({ isArchived: false, folderId: null })
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('leads from an empty workspace to a published bot in four clicks, and a checklist lists the remaining steps', async () => {
    const { workspace } = await tests.service.call('POST', 'workspaces', { name: 'Fresh' })
    const page = await signedIn(`/workspaces/${workspace.id}`)
    await page.getByRole('heading', { name: 'Create your first bot' }).waitFor()
    await page.getByRole('button', { name: 'Newsletter signup' }).click()
    await page.getByRole('button', { name: 'From scratch' }).waitFor({ state: 'detached' })
    await page
      .frameLocator('.template-live iframe')
      .getByText('Pick what you would like to read about.')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Use template' }).click()
    await page.locator('.group').first().waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const live = page.getByRole('dialog', { name: 'Your bot is live' })
    await live.getByRole('button', { name: /^Copy http/ }).waitFor()
    await live.getByRole('img', { name: /^QR code for http/ }).waitFor()
    await live.getByRole('button', { name: 'Copy the embed code' }).waitFor()

    await page.goto(`${tests.service.url}/workspaces/${workspace.id}`)
    const checklist = page.getByRole('region', { name: 'Get your first bot live' })
    await checklist.getByText('2 of 4').waitFor()
    await checklist.getByRole('link', { name: 'Share the link' }).click()
    await page.getByRole('heading', { name: 'Share', level: 1 }).waitFor()
    await page.goto(`${tests.service.url}/workspaces/${workspace.id}`)
    await checklist.getByText('3 of 4').waitFor()
    await checklist.getByRole('button', { name: 'Dismiss the checklist' }).click()
    await page.reload()
    await page.locator('.bot-card').waitFor()
    expect(await checklist.count()).toBe(0)
    await page.getByRole('button', { name: /^More about/ }).click()
    const chat = page.context().waitForEvent('page')
    await page.getByRole('menuitem', { name: 'Open the public page' }).click()
    expect((await chat).url()).toContain('/c/')
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('makes a bot of a template, in the folder that is open', async () => {
    const body = { workspaceId: tests.service.workspaceId, folderName: 'Quizzes' }
    const { folder } = await tests.service.call('POST', 'folders', body)
    const page = await signedIn(`/workspaces/${tests.service.workspaceId}/folders/${folder.id}`)
    await page.getByRole('button', { name: 'New bot' }).first().click()
    await page.getByRole('button', { name: 'Quiz with a score' }).click()
    await page.getByRole('img', { name: 'Groups of Quiz with a score' }).waitFor()
    await page.getByRole('button', { name: 'Use template' }).click()
    await page.locator('.group').first().waitFor()
    const botId = new URL(page.url()).pathname.split('/')[2]!
    expect(await botOf(botId)).toMatchObject({ name: 'Quiz with a score', folderId: folder.id })
    expect(page.elsewhere).toEqual([])
    await page.leave()
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
    await page.leave()
  })
})

/** A picture of one point. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('publishing', () => {
  it('shows the public link the first time, and asks before it takes the bot away', async () => {
    const botId = await tests.service.make(templates[0]!.bot)
    const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const live = page.getByRole('dialog', { name: 'Your bot is live' })
    await live.waitFor()
    const { bot } = await tests.service.call('GET', `bots/${botId}`)
    await live.getByText(`/c/${bot.publicId}`).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => live.count()).toBe(0)
    await page.getByRole('button', { name: /^More about publishing/ }).click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    const question = page.getByRole('dialog', { name: 'Unpublish this bot?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await tests.service.call('GET', `bots/${botId}/publishedBot`)).publishedBot).not.toBeNull()
    await page.getByRole('button', { name: /^More about publishing/ }).click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    await question.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Unpublished. New chats are refused.').waitFor()
    await page.leave()
  })
})

describe('versions', () => {
  it('are published with a note, compared in words and on the canvas, and restored by an edit', async () => {
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
    await page.getByRole('button', { name: 'Canvas', exact: true }).click()
    await page.locator('.map-group[data-tone="warning"]', { hasText: 'Glad' }).waitFor()
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByLabel('What changed').fill('Glad instead of happy')
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
    await page.leave()
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
    await choose(page.getByLabel('Completion'), 'In progress')
    await page.getByRole('cell', { name: 'Mary' }).waitFor()
    await becomes(() => rows.count()).toBe(1)
    await choose(page.getByLabel('Completion'), 'All with answers')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page.getByLabel('Column', { exact: true }), 'Name')
    await choose(page.getByLabel('Operator'), 'is exactly')
    await page.getByLabel('Value').fill('Ada')
    await page.getByRole('button', { name: 'Apply' }).click()
    await becomes(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page.getByLabel('Column', { exact: true }), 'Mail')
    await choose(page.getByLabel('Operator'), 'is empty')
    await page.getByRole('button', { name: 'Apply' }).click()
    await becomes(() => rows.count()).toBe(0)
    await page.getByRole('button', { name: 'Remove filter: Name is exactly “Ada”' }).click()
    await page.getByRole('cell', { name: 'Mary' }).waitFor()

    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Without an address')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('button', { name: 'Without an address' }).click()
    await page.getByRole('menuitemradio', { name: 'All results' }).click()
    await becomes(() => rows.count()).toBe(3)
    await becomes(async () => (await botOf(botId)).resultsTablePreferences).toMatchObject({
      views: [{ name: 'Without an address', conditions: [{ is: 'isEmpty' }] }],
    })
    await page.reload()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitemradio', { name: 'Without an address' }).click()
    await page.getByRole('button', { name: 'Remove filter: Mail is empty' }).waitFor()
    await becomes(() => rows.count()).toBe(1)
    await page.getByRole('button', { name: 'Without an address' }).click()
    await page.getByRole('menuitemradio', { name: 'All results' }).click()
    await becomes(() => rows.count()).toBe(3)

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('button', { name: 'Move Mail up' }).click()
    await page.getByLabel('Name', { exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('separator', { name: 'Width of Mail' }).focus()
    await page.keyboard.press('ArrowRight')
    await becomes(async () => (await botOf(botId)).resultsTablePreferences).toMatchObject({
      columnsVisibility: { vname: false },
      columnsWidth: { vmail: 176 },
    })
    await page.reload()
    await page.getByRole('cell', { name: 'ada@example.com' }).waitFor()
    await expect.poll(() => page.getByRole('columnheader').allInnerTexts()).toEqual(['', 'Started', 'Status', 'Mail'])

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
    await page.leave()
  })

  it('open beside the table by a click on their row, at their own address, and one after another by keys', async () => {
    const botId = await answered([
      ['Ada', 'ada@example.com'],
      ['Grace', 'grace@example.com'],
    ])
    const page = await signedIn(`/bots/${botId}/results`)
    const panel = page.getByRole('complementary', { name: /^Result of/ })
    await page.getByRole('cell', { name: 'grace@example.com' }).click()
    await panel.getByRole('definition').getByText('grace@example.com').waitFor()
    await page.keyboard.press('j')
    await panel.getByRole('definition').getByText('ada@example.com').waitFor()
    await page.reload()
    await panel.getByRole('definition').getByText('ada@example.com').waitFor()
    await page.getByRole('cell', { name: 'grace@example.com' }).waitFor()
    await panel.getByRole('button', { name: 'Previous result' }).click()
    await panel.getByRole('definition').getByText('grace@example.com').waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('are sorted by a click on a heading, selected as far as they match, exported and deleted', async () => {
    const botId = await answered(Array.from({ length: 104 }, (_, index) => [`Person ${index % 100}`]))
    const page = await signedIn(`/bots/${botId}/results`)
    const first = page.locator('tbody tr:not(.gap)').first()
    const heading = page.getByRole('columnheader', { name: 'Name' })
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await becomes(() => first.innerText()).toContain('Person 0')
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await becomes(() => first.innerText()).toContain('Person 99')
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await becomes(() => first.innerText()).toContain('Person 3')
    await page.getByLabel('Select all loaded').check()
    await page.getByRole('button', { name: 'Select all 104 that match' }).click()
    await page.getByRole('button', { name: 'Export 104' }).click()
    const lines = await downloadBy(page, () => page.getByRole('menuitem', { name: 'NDJSON' }).click())
    expect(lines.trim().split('\n')).toHaveLength(104)
    await page.getByRole('button', { name: 'Delete 104' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await becomes(async () => (await tests.service.call('GET', `bots/${botId}/results`)).results.length).toBe(0)
    await page.getByText('No answers in this period.').waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('show files and clips, what went wrong and where, and all of a long transcript', async () => {
    const botId = await tests.service.make(fileBot)
    await tests.service.call('POST', `bots/${botId}/publish`)
    const { publicId } = await botOf(botId)
    const { sessionId } = await tests.service.call('POST', `bots/${publicId}/startChat`, {})
    const asked = { sessionId, fileName: 'a.png', fileType: 'image/png', fileSize: 100 }
    const upload = await fetch(`${tests.service.url}/api/v3/generate-upload-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    })
    const { presignedUrl, fileUrl } = (await upload.json()) as { presignedUrl: string; fileUrl: string }
    await fetch(presignedUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: Buffer.from(dot, 'base64'),
    })
    const say = (message: string) => tests.service.call('POST', `sessions/${sessionId}/continueChat`, { message })
    await say(fileUrl)
    for (let turn = 0; turn < 101; turn++) await say(`Message ${turn}.`)
    const page = await signedIn(`/bots/${botId}/results`)
    await page.locator('tbody tr:not(.gap)').first().getByRole('button').click()
    const panel = page.getByRole('complementary', { name: /^Result of/ })
    await panel.getByText('Message 100.').first().waitFor()
    await expect.poll(() => panel.locator('.transcript').getByText('Message 0.', { exact: true }).count()).toBe(0)
    await panel.getByRole('button', { name: 'Show earlier messages' }).click()
    await panel.locator('.transcript').getByText('Message 0.', { exact: true }).waitFor()
    const picture = panel.locator('.transcript img').first()
    await becomes(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(1)
    await panel.locator('.transcript').getByRole('link', { name: 'Download PNG' }).waitFor()
    await page.getByRole('row').getByRole('link', { name: 'PNG' }).waitFor()
    await panel.getByText('Details').first().click()
    await panel.locator('pre', { hasText: 'http://127.0.0.1:9/none' }).waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('are rendered as far as they are visible, and loaded while scrolling', async () => {
    const botId = await answered(Array.from({ length: 104 }, (_, index) => [`Person ${index}`]))
    const page = await signedIn(`/bots/${botId}/results`)
    await page.getByRole('cell', { name: 'Person 103' }).waitFor()
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(70)
    const table = page.getByRole('region', { name: 'Table of results' })
    await becomes(async () => {
      await table.evaluate((it) => it.scrollTo(0, it.scrollHeight))
      return page.getByRole('cell', { name: 'Person 0', exact: true }).count()
    }).toBe(1)
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(70)
    await page.leave()
  })
})

describe('analytics', () => {
  it('show who came, where they left, and what they were asked again, as charts and as tables', async () => {
    const botId = await answered([[], ['Ada'], ['Grace', 'no address', 'grace@example.com'], ['Mary', 'neither']])
    const page = await signedIn(`/bots/${botId}/analytics`)
    const metric = (name: string) =>
      page.locator('.figures .card', { has: page.getByText(name, { exact: true }) }).locator('.figure')
    await becomes(() => metric('Views').innerText()).toBe('4')
    await expect.poll(() => metric('Starts').innerText()).toBe('3')
    await expect.poll(() => metric('Completions').innerText()).toBe('1')
    await page.getByRole('img', { name: /Views, starts and completions/ }).waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const last = page
      .getByRole('region', { name: 'Views, starts and completions over time' })
      .locator('tbody tr')
      .first()
    await expect.poll(() => last.locator('td').allInnerTexts()).toEqual([expect.any(String), '4', '3', '1'])
    const cellsOf = (title: string, row: number) =>
      page
        .locator('.card', { has: page.getByRole('heading', { name: title }) })
        .locator('tbody tr')
        .nth(row)
        .locator('td')
    await expect.poll(() => cellsOf('Drop-off', 0).allInnerTexts()).toEqual(['Name', '', '3', '2', '67 %'])
    await expect.poll(() => cellsOf('Validation errors', 0).allInnerTexts()).toEqual(['Mail', '2', '2'])
    await page.getByRole('button', { name: 'Canvas', exact: true }).click()
    await page.getByRole('img', { name: 'Drop-off on the canvas: 1 group' }).waitFor()
    await page.locator('.map-group', { hasText: '3 answered, 67 % left' }).waitFor()
    await page.getByText('1 · 33 % of those before', { exact: true }).waitFor()
    await choose(page.getByLabel('Question 1', { exact: true }), 'Mail')
    await page.getByText('1 · 25 % of those before').waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })
})

/** Drags the card of a mark, and looks where the mark is before it is let go and after. */
async function followsItsCard(page: Page, mark: Locator): Promise<void> {
  const card = page
    .locator('.react-flow__node')
    .filter({ has: page.locator('[data-block-id]') })
    .first()
  const positionOf = async (one: Locator) => (await one.boundingBox())!
  const gap = async () => {
    const [a, b] = [await positionOf(card), await positionOf(mark)]
    return [Math.round(b.x - a.x), Math.round(b.y - a.y)]
  }
  const [before, start] = [await gap(), await positionOf(card)]
  await page.mouse.move(start.x + 100, start.y + 14)
  await page.mouse.down()
  await page.mouse.move(start.x + 190, start.y + 134, { steps: 6 })
  await becomes(async () => (await positionOf(card)).y - start.y > 80).toBe(true)
  await becomes(gap).toEqual(before)
  await page.mouse.up()
  await page.locator('.saving', { hasText: 'Saved' }).waitFor()
  expect((await positionOf(card)).y - start.y).toBeGreaterThan(80)
  await becomes(gap).toEqual(before)
}

describe('the canvas', () => {
  it('shows where visitors leave on its cards, near and from afar, says what is counted, and remembers it', async () => {
    const botId = await answered([['Ada'], ['Grace', 'grace@example.com'], ['Mary']])
    const page = await signedIn(`/bots/${botId}`)
    const marks = page.locator('.drop-off-mark')
    const button = page.getByRole('button', { name: 'Drop-off', exact: true })
    await button.waitFor()
    expect(await marks.count()).toBe(0)
    await button.click()
    await page.getByText('Where visitors left in the last 30 days, all versions together.').waitFor()
    await becomes(() => marks.allInnerTexts()).toEqual([
      '3 answered, 67 % left',
      '3 answered, 67 % left',
      '1 answered, 0 % left',
    ])
    expect(await marks.first().evaluate((it) => getComputedStyle(it).fontSize)).toBe('11px')
    await followsItsCard(page, marks.first())
    expect(await findBarriers(page)).toEqual([])
    for (let step = 0; step < 6; step++) await page.getByRole('button', { name: 'Zoom out' }).click()
    await becomes(() => marks.allInnerTexts()).toEqual(['67 %'])
    await page.locator('.drop-off-card[data-tone="danger"]').waitFor()
    await page.reload()
    await marks.first().waitFor()
    await page.getByRole('button', { name: 'Hide where visitors leave' }).click()
    await becomes(() => marks.count()).toBe(0)
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('says so where nobody has answered a question of the flow', async () => {
    const botId = await answered([[]])
    const page = await signedIn(`/bots/${botId}`)
    await page.getByRole('button', { name: 'Drop-off', exact: true }).click()
    await page.getByText('Nobody answered a question of this flow in the last 30 days.').waitFor()
    await page.leave()
  })
})

describe('a workspace', () => {
  it('keeps credentials that are filled in, distinguished, replaced and deleted, and never shown', async () => {
    const page = await signedIn(`/workspaces/${tests.service.workspaceId}/settings/credentials`)
    await page.getByRole('button', { name: 'Add credentials' }).click()
    await choose(page.getByLabel('For', { exact: true }), 'OpenAI')
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
    await page.getByText('No credentials yet.').waitFor()
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('sets a font from the served ones, reports one that is not, and keeps a custom font that is edited', async () => {
    const css = '@font-face { font-family: Brand; src: url(https://fonts.example/brand.woff2) }'
    const botId = await tests.service.make({ name: 'Fonts', theme: { general: { font: 'Comic Neue' } } })
    const fontOf = async () => (await botOf(botId)).theme.general?.font
    const page = await signedIn(`/bots/${botId}/theme`)
    const font = page.getByRole('button', { name: /^Font / })
    await page.getByRole('tab', { name: 'Fine-tune' }).click()
    await page.getByText('“Comic Neue” is not available').waitFor()
    await font.click()
    await expect.poll(() => page.getByRole('menuitemradio').count()).toBe(14)
    await page.getByRole('menuitemradio', { name: 'Space Grotesk' }).click()
    await becomes(fontOf).toBe('Space Grotesk')
    await becomes(() => page.getByText('is not available').count()).toBe(0)
    await tests.service.call('PATCH', `bots/${botId}`, {
      bot: { theme: { general: { font: { type: 'Custom', css, url: 'https://fonts.example/a.css' } } } },
    })
    await page.reload()
    await page.getByRole('tab', { name: 'Fine-tune' }).click()
    await page.getByRole('textbox', { name: 'Font family' }).fill('Brand')
    await becomes(fontOf).toEqual({ type: 'Custom', css, url: 'https://fonts.example/a.css', family: 'Brand' })
  })

  it('saves a theme of one bot, and another bot uses it', async () => {
    const [fromId, toId] = [await tests.service.make(templates[1]!.bot), await tests.service.make({ name: 'Plain' })]
    const page = await signedIn(`/bots/${fromId}/theme`)
    await page.getByLabel('Save theme as').fill('Our brand')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Our brand' }).waitFor()
    await page.goto(`${tests.service.url}/bots/${toId}/theme`)
    await page.getByRole('button', { name: 'Our brand' }).click()
    const theme = (await botOf(fromId)).theme
    await becomes(async () => (await botOf(toId)).theme).toEqual(theme)
    await page.leave()
  })

  it('switches the dark variant on, shows it in the real widget, and repairs a colour of it', async () => {
    const theme = {
      general: { background: { type: 'Color', content: '#faf7f1' } },
      dark: { mode: 'off', chat: { hostBubbles: { backgroundColor: '#202020', color: '#303030' } } },
    }
    const botId = await tests.service.make({ name: 'Two looks', theme })
    const themeOf = async () => (await botOf(botId)).theme
    const page = await signedIn(`/bots/${botId}/theme`)
    const chat = page.frameLocator('.theme-stage iframe').locator('.chat').first()
    const ground = () => chat.evaluate((element) => getComputedStyle(element).backgroundColor)
    await becomes(ground).toBe('rgb(250, 247, 241)')
    await page.getByRole('tab', { name: 'Customize' }).click()
    await page.getByRole('button', { name: 'Follow device' }).click()
    await becomes(ground).toMatch(/^rgb\(\d\d, \d\d, \d\d\)$/)
    await page.getByText(/bot messages in the dark variant/i).waitFor()
    await page.getByRole('button', { name: 'Fix contrast' }).click()
    await becomes(async () => (await themeOf()).dark?.chat?.hostBubbles?.color).not.toBe('#303030')
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    await becomes(ground).toBe('rgb(250, 247, 241)')
    await becomes(async () => (await themeOf()).dark?.mode).toBe('device')
    expect(page.problems).toEqual([])
  })

  it('dresses the bot in a theme of the gallery, shows it in the real widget, and undoes it', async () => {
    const theme = { chat: { buttons: { backgroundColor: '#ffee00', color: '#ffffff' } } }
    const botId = await tests.service.make({ name: 'Designed', theme })
    const themeOf = async () => (await botOf(botId)).theme
    const page = await signedIn(`/bots/${botId}/theme`)
    const button = page.frameLocator('.theme-stage iframe').locator('[part~="button"]').first()
    const shown = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    await page.getByRole('button', { name: 'Honey' }).click()
    await becomes(async () => (await themeOf()).chat?.buttons?.backgroundColor).toBe('#ffc83d')
    await page.mouse.move(0, 0)
    await becomes(shown).toBe('rgb(255, 200, 61)')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await becomes(themeOf).toEqual(theme)

    await page.getByRole('tab', { name: 'Customize' }).click()
    await page.getByText(/texts are hard to read: .*buttons/).waitFor()
    await page.getByRole('button', { name: 'Fix contrast' }).click()
    await becomes(() => page.getByText('hard to read').count()).toBe(0)
    await page.getByRole('button', { name: 'Space Grotesk' }).click()
    await becomes(async () => (await themeOf()).general?.font).toBe('Space Grotesk')
    await page.getByRole('group', { name: 'Corners of messages' }).getByRole('button', { name: 'Pill' }).click()
    await becomes(async () => (await themeOf()).chat?.hostBubbles?.border).toEqual({
      roundeness: 'custom',
      customRoundeness: 100,
    })
    expect(page.problems).toEqual([])
    await page.leave()
  })

  it('makes themes in the colours of a logo', async () => {
    const botId = await tests.service.make({ name: 'Branded' })
    const page = await signedIn(`/bots/${botId}/theme`)
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path fill="#b4002d" d="M0 0h40v40H0z"/></svg>'
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
    await page.getByRole('button', { name: 'Use #b4002d' }).waitFor()
    await page.getByRole('button', { name: 'Bold' }).click()
    await becomes(async () => (await botOf(botId)).theme.chat?.buttons?.backgroundColor).toBe('#b4002d')
    await page
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await page.getByText('Cannot read “notes.txt” as a picture.').waitFor()
    await page.leave()
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
  afterAll(() => page?.leave())

  it.each([
    '/account',
    '/account/appearance',
    '/account/tokens',
    '/account/sessions',
    'settings/general',
    'settings/members',
    'settings/credentials',
    'settings/integrations',
    'settings/deliveries',
    'settings/domains',
    'settings/themes',
    'settings/usage',
    '/instance/limits',
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
    found.push(...(await findBarriers(page, ['scrollable-region-focusable'])))
    expect([...found, ...page.problems, ...page.elsewhere]).toEqual([])
    expect(sideways).toBe(0)
  })
})
