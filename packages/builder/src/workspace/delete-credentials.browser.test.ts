import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { group } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

it('credentials that bots use are deleted only after a warning, also when the first attempt had no connection', async () => {
  const { call, make, workspaceId, url } = tests.service
  const data = { apiKey: 'a-key-for-tests' }
  const { credentialsId } = await call('POST', 'credentials', {
    workspaceId,
    credentials: { type: 'groq', name: 'Model', data },
  })
  const blocks = [{ id: 'model', type: 'groq', options: { action: 'Create chat completion', credentialsId } }]
  await make({ name: 'Asks a model', groups: [group('g', blocks)], edges: [] })
  const page = await openSignedIn(tests.browser, tests.service, `/workspaces/${workspaceId}/settings/credentials`)
  const stored = async () => (await call('GET', `credentials?workspaceId=${workspaceId}`)).credentials.length
  await page.getByRole('button', { name: 'Change Model' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  const remove = dialog.getByRole('button', { name: 'Delete', exact: true })
  const address = `${url}/api/v1/credentials/${credentialsId}**`
  await page.route(address, (route) => route.abort())
  await remove.click()
  await dialog.getByRole('alert').waitFor()
  await page.unroute(address)
  await remove.click()
  await dialog.getByText('Blocks that use them stop working').waitFor()
  expect(await stored()).toBe(1)
  await dialog.getByRole('button', { name: 'Delete anyway' }).click()
  await expect.poll(stored).toBe(0)
  await page.leave()
})
