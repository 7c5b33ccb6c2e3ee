import type { Page } from 'playwright-core'

const frameOf = (page: Page) => page.frameLocator('.preview-frame')

/** Chat log of the preview. */
export const chatOf = (page: Page) => frameOf(page).getByRole('log')

/** Answers the current question of the preview. */
export async function answer(page: Page, text: string): Promise<void> {
  await frameOf(page).locator('[data-answer]').fill(text)
  await page.keyboard.press('Enter')
}
