import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { templates } from './templates/templates.js'
import { findBarriers, openSignedIn } from './testing/browser.js'
import { visiting } from './testing/visiting.js'

/** Menus and windows that open above a page. Each is checked while it is open, light and dark. */

const tests = visiting()

type Open = (page: Page) => Promise<unknown>

const press =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('button', { name }).first().click()
const item =
  (menu: string | RegExp, name: string | RegExp): Open =>
  async (page) => {
    await press(menu)(page)
    await page.getByRole('menuitem', { name }).click()
  }
const key =
  (keys: string): Open =>
  async (page) => {
    await page.locator('.canvas').focus()
    await page.keyboard.press(keys)
  }
/** Chooses a connected block. */
const choose = (page: Page) => page.locator('.block:has(.port.out) .block-head').first().click()
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** Windows that open from each page, in batches that do not take too long, and an element that each one shows. */
type Window = readonly [name: string, shown: string, open: Open]
const windows: readonly (readonly [path: string, opened: readonly Window[]])[] = [
  [
    '/bots/:id',
    [
      ['the menu of publishing', '[role=menu]', press(/^More about publishing/)],
      ['a publication with a note', '[role=dialog]', item(/^More about publishing/, /with a note/)],
      ['the choice of mouse or trackpad', '[role=menu]', press('Mouse or trackpad')],
      ['the sheet of keys', '[role=dialog]', key('?')],
    ],
  ],
  [
    '/bots/:id',
    [
      ['going to anything', '[role=dialog]', key('Control+k')],
      ['the picker of blocks', '.picker', key('/')],
      [
        'the picker of targets',
        '[role=dialog]',
        async (page) => {
          await choose(page)
          await key('e')(page)
        },
      ],
      [
        'the menu of a block',
        '[role=menu]',
        async (page) => {
          await choose(page)
          await details(page).locator('[aria-haspopup=menu]').last().click()
        },
      ],
      ['the icon', '[role=dialog]', press('Icon of the bot')],
    ],
  ],
  [
    '/bots/:id/results',
    [
      ['the menu of exports', '[role=menu]', press('Export')],
      ['the columns', '[role=dialog]', press('Columns')],
    ],
  ],
  ['/bots/:id/versions', [['a publication', '[role=dialog]', press('Publish…')]]],
  [
    '/',
    [
      ['a new bot', '[role=dialog] .template', press('New bot')],
      [
        'a finished conversation',
        '.template-view',
        async (page) => {
          await press('New bot')(page)
          await page.locator('.template').first().click()
        },
      ],
      ['the menu of a bot', '[role=menu]', press(/^More about/)],
      ['a move to another folder', '[role=dialog]', item(/^More about/, /^Move/)],
      [
        'the menu of workspaces',
        '[role=menu]',
        (page) => page.locator('.top-bar [aria-haspopup=menu]').first().click(),
      ],
      ['the menu of the account', '[role=menu]', press(/^Account of/)],
      ['a new folder', '[role=dialog]', press(/folder/i)],
    ],
  ],
  ['/workspaces/:workspace/settings/credentials', [['credentials', '[role=dialog]', press('Add credentials')]]],
]

it.each(windows)(
  'nothing that opens on %s has a barrier that axe finds, light or dark',
  async (path, opened) => {
    const botId = await tests.service.make(templates[0]!.bot)
    const address = path.replace(':id', botId).replace(':workspace', tests.service.workspaceId)
    const found: string[] = []
    const page = await openSignedIn(tests.browser, tests.service, address, { viewport: { width: 1440, height: 900 } })
    await page.locator('h1', { hasNotText: 'Opening…' }).first().waitFor({ state: 'attached' })
    await page.isCalm()
    for (const [name, shown, open] of opened) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await open(page)
      await page.locator(shown).first().waitFor()
      const barriers = await findBarriers(page)
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await page.locator('[data-theme="dark"]').waitFor()
      barriers.push(...(await findBarriers(page, ['color-contrast'], shown)))
      found.push(...barriers.map((barrier) => `${name}: ${barrier}`))
      // Of two windows above each other, the first one is closed last.
      for (let count = 0; (await page.locator(shown).count()) > 0 && count < 3; count++)
        await page.keyboard.press('Escape')
      await page.locator(shown).first().waitFor({ state: 'detached' })
    }
    expect(found).toEqual([])
    expect(page.problems).toEqual([])
    await page.leave()
  },
  120_000,
)
