import type { Scenes } from './scene.js'
import type { World } from './world.js'

/** Signing in, the account, and the settings of workspace and instance. */
export const accountScenes = ({ leadsBotId, workspace, link, passwordLink }: World): Scenes => ({
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
})
