import type { Page } from 'playwright-core'
import { group, openBlock, panel, type Scenes } from './scene.js'
import type { World } from './world.js'

/** The editor of a bot: canvas, forms, panels and preview. */
export const editorScenes = ({ botId, ids, formsBotId }: World): Scenes => ({
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
      if (page.viewportSize()!.width <= 720) return
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
      if (page.viewportSize()!.width <= 720) return
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
})
