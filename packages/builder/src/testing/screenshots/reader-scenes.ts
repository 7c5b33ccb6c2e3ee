import { panel, type Scenes } from './scene.js'
import type { World } from './world.js'

/** The pages of somebody who may only view one bot. */
export const readerScenes = ({ botId, workspace, reader }: World): Scenes => ({
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
})
