import type { Locator } from 'playwright-core'

/** Chooses an option of a select by its label, or by a pattern that only one label matches. */
export async function choose(select: Locator, option: string | RegExp): Promise<void> {
  const list = await openList(select)
  await list.getByRole('option', { name: option, exact: true }).click()
  await list.waitFor({ state: 'detached' })
}

/** Returns the labels of a select's options, and closes it again. */
export async function offeredBy(select: Locator): Promise<string[]> {
  const list = await openList(select)
  const texts = await list.getByRole('option').allInnerTexts()
  await select.page().keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  return texts
}

async function openList(select: Locator): Promise<Locator> {
  const list = select.page().getByRole('listbox')
  await select.click()
  await list.waitFor()
  return list
}
