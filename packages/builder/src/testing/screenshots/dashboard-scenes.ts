import { choose } from '../choose.js'
import type { Scenes } from './scene.js'
import type { World } from './world.js'

/** Bots, folders and templates. */
export const dashboardScenes = ({ workspace, folderIds }: World): Scenes => ({
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
  'new-bot': {
    path: '/',
    async open(page) {
      await page.getByRole('button', { name: 'New bot' }).click()
      await page.getByRole('dialog').locator('.conversation-picture').first().waitFor()
    },
  },
})
