import type { Page } from 'playwright-core'

export interface Scene {
  path: string
  /** Token of the user; the owner's by default. */
  token?: string
  open?(page: Page): Promise<unknown>
}

/** By the name of the picture. */
export type Scenes = Record<string, Scene>

export const group = (page: Page) => page.locator('.group').first()
/** On a phone the outline covers the canvas. */
export const openBlock = (label: string) => (page: Page) =>
  page.viewportSize()!.width > 720
    ? page
        .locator('.block-head', { hasText: label === 'Text' ? '' : label })
        .first()
        .click()
    : page
        .getByRole('treeitem', { name: new RegExp(`^${label}`) })
        .first()
        .click()
export const panel = (name: string) => async (page: Page) => {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name }).click()
  await page.locator('.side').waitFor()
}
