import { choose } from '../choose.js'
import type { Scenes } from './scene.js'
import type { World } from './world.js'

/** The pages of a bot beside the editor. */
export const botScenes = ({ botId, ids, formsBotId }: World): Scenes => ({
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
    open: (page) => page.getByRole('button', { name: 'Connect WhatsApp…' }).click(),
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
  result: { path: `/bots/${botId}/results`, open: (page) => page.locator('td button.link').first().click() },
})
