import type { Page } from 'playwright-core'

/** A bubble that says this. */
export const words = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})

/** A group whose title is its id. */
export const group = (id: string, x: number, blocks: object[]) => ({
  id,
  title: id,
  graphCoordinates: { x, y: 0 },
  blocks,
})

export const frameOf = (page: Page) => page.frameLocator('.preview-frame')

/** What was said in the preview. */
export const chatOf = (page: Page) => frameOf(page).getByRole('log')

/** Answers the question that the preview asks. */
export async function answer(page: Page, text: string): Promise<void> {
  await frameOf(page).locator('[data-answer]').fill(text)
  await page.keyboard.press('Enter')
}
