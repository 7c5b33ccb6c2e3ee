import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

it('copies and moves a bot to another workspace, and names before what does not come along', async () => {
  const { call, make, workspaceId } = tests.service
  const { workspace } = await call('POST', 'workspaces', { name: 'Agency' })
  const botId = await make({ name: 'Front desk' })
  await call('POST', `bots/${botId}/publish`)
  const { publicId } = (await call('GET', `bots/${botId}`)).bot
  const page = await openSignedIn(tests.browser, tests.service, `/workspaces/${workspaceId}`)
  const open = async () => {
    await page.getByRole('button', { name: 'More about Front desk' }).click()
    await page.getByRole('menuitem', { name: 'Copy or move to workspace…' }).click()
  }
  const namesIn = async (id: string, query = '') =>
    (await call('GET', `bots?workspaceId=${id}${query}`)).bots.map(({ name }: { name: string }) => name)
  await open()
  const dialog = page.getByRole('dialog', { name: 'Copy or move “Front desk”' })
  await dialog.getByText('What does not come along').waitFor()
  await dialog.getByRole('button', { name: 'Copy bot' }).click()
  await page.getByText('“Front desk” was copied to “Agency”.').waitFor()
  expect(await namesIn(workspace.id)).toEqual(['Front desk'])
  expect(await namesIn(workspaceId)).toContain('Front desk')

  await open()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByText('they stay with the original, which is archived here').waitFor()
  await dialog.getByRole('button', { name: 'Move bot' }).click()
  await page.getByText('“Front desk” was moved to “Agency”.').waitFor()
  expect(await namesIn(workspace.id)).toEqual(['Front desk', 'Front desk'])
  expect(await namesIn(workspaceId, '&isArchived=true')).toEqual(['Front desk'])
  const [moved] = (await call('GET', `bots?workspaceId=${workspace.id}`)).bots
  expect((await call('GET', `bots/${moved.id}`)).bot.publicId).toBe(publicId)
  expect(page.problems).toEqual([])
  await page.leave()
})
