import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import type { RunningService } from './running-service.js'

const parts = ['name', 'icon', 'events', 'groups', 'edges', 'variables', 'theme', 'settings'] as const

/** Brings a file in, opens it in the builder, edits it, takes the edit back and has that saved; returns what is not as it was. */
export async function whatChanges(
  service: RunningService,
  page: Page & { problems: string[] },
  file: object,
): Promise<string[]> {
  const { bot: made } = await service.call('POST', 'bots/import', { workspaceId: service.workspaceId, bot: file })
  const read = async () => (await service.call('GET', `bots/${made.id}`)).bot
  const before = await read()
  await page.goto(`${service.url}/bots/${made.id}#token=${service.token}`)
  await page.locator('.react-flow__node').first().waitFor()
  const isSaved = () => page.locator('.saving', { hasText: 'Saved' }).waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Text of the note').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.note').last().waitFor()
  await isSaved()
  await page.locator('.canvas').focus()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: add note').first().waitFor()
  await isSaved()
  const after = await read()
  const changed = parts.filter((part) => !isDeepStrictEqual(before[part], after[part]))
  const drawn = await page.locator('[data-group-id]').count()
  const problems = [...changed.map((part) => `${part} has changed`), ...page.problems.splice(0)]
  if (before.groups.length > 0 && drawn === 0) problems.push('no group is drawn')
  return problems
}
