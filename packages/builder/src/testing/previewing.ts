import type { Page } from 'playwright-core'

const frameOf = (page: Page) => page.frameLocator('.preview-frame')

/** What was said in the preview. */
export const chatOf = (page: Page) => frameOf(page).getByRole('log')

/** Answers the question that the preview asks. */
export async function answer(page: Page, text: string): Promise<void> {
  await frameOf(page).locator('[data-answer]').fill(text)
  await page.keyboard.press('Enter')
}
