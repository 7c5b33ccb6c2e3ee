import { expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { group } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

it('collects sources in a base, shows what a question finds, and offers the base in the form of a block', async () => {
  const { call, make, workspaceId } = tests.service
  const page = await openSignedIn(tests.browser, tests.service, `/workspaces/${workspaceId}/settings/knowledge`)
  await page.getByText('No knowledge bases yet').waitFor()
  await page.getByRole('button', { name: 'Add knowledge base' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Shop help')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'Add source' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add source' })
  await dialog.getByRole('button', { name: 'File' }).click()
  await dialog.getByLabel('Files').setInputFiles([
    { name: 'returns.md', mimeType: 'text/markdown', buffer: Buffer.from('# Returns\n\nReturn it within 30 days.') },
    { name: 'manual.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
  ])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('“manual.pdf” cannot be read').waitFor()
  await dialog.getByRole('button', { name: 'Page' }).click()
  await dialog.getByLabel('Address of the page').fill('http://169.254.169.254/')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Not read').waitFor()
  await page.getByText('returns.md').waitFor()
  await page.getByRole('textbox', { name: 'Question' }).fill('How long can I return it?')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Return it within 30 days.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const { knowledgeBases } = await call('GET', `knowledge-bases?workspaceId=${workspaceId}`)
  const [{ id }] = knowledgeBases
  const botId = await make({
    name: 'Helper',
    groups: [
      group('First', [{ id: 'k1', type: 'knowledge-search', options: { action: 'Search knowledge' } }], { x: 300 }),
    ],
  })
  await page.goto(`${tests.service.url}/bots/${botId}#/First/k1`)
  await page.getByLabel('Knowledge base').selectOption('Shop help')
  await expect
    .poll(async () => JSON.stringify((await call('GET', `bots/${botId}`)).bot.groups))
    .toContain(`"knowledgeBaseId":"${id}"`)
  expect(page.problems).toEqual([])
  await page.context().close()
})
