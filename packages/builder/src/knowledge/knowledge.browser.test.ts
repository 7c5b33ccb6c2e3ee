import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modelKey } from '@colloquy/test-kit/providers/chat-completions'
import { embeddingStandIn } from '@colloquy/test-kit/providers/embeddings'
import { expect, it, onTestFinished } from 'vitest'
import { findBarriers, openSignedIn } from '../testing/browser.js'
import { choose } from '../testing/choose.js'
import { group } from '../testing/flow-parts.js'
import { type RunningService, runService } from '../testing/running-service.js'
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
  await choose(page.getByLabel('Knowledge base'), 'Shop help')
  await expect
    .poll(async () => JSON.stringify((await call('GET', `bots/${botId}`)).bot.groups))
    .toContain(`"knowledgeBaseId":"${id}"`)
  expect(page.problems).toEqual([])
  await page.leave()
})

it('reads the pages of a site in the background, shows each, and refreshes the site daily on request', async () => {
  const shop = createServer(({ url = '', headers }, response) => {
    const page = (name: string) => `<url><loc>http://${headers.host}/${name}</loc></url>`
    const found = url === '/help.xml' ? `<urlset>${page('returns')}${page('gone')}</urlset>` : undefined
    response.writeHead(found || url === '/returns' ? 200 : 404, { 'content-type': found ? 'text/xml' : 'text/html' })
    response.end(found ?? '<title>Returns</title><p>Return it within 30 days.</p>')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const entry = `127.0.0.1:${(shop.address() as AddressInfo).port}`
  const service = await runService({ settings: { EGRESS_ALLOW: entry } })
  onTestFinished(async () => {
    await service.close()
    shop.close()
  })
  const { call, workspaceId } = service
  const { knowledgeBase } = await call('POST', 'knowledge-bases', { workspaceId, name: 'Help' })
  const page = await openSignedIn(tests.browser, service, `/workspaces/${workspaceId}/settings/knowledge`)
  await page.getByRole('link', { name: 'Help' }).click()
  await page.getByRole('button', { name: 'Add source' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add source' })
  await dialog.getByRole('button', { name: 'Site' }).click()
  await dialog.getByLabel('Address of the site').fill(`http://${entry}/help.xml`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('2 of 2 pages read').waitFor()
  await page.getByText('2 pages', { exact: true }).click()
  await page.getByText('The page answered 404.').waitFor()
  await page.getByText('Returns', { exact: true }).waitFor()
  const daily = page.getByRole('button', { name: /^Refresh .* daily$/ })
  await daily.click()
  await page.getByText('refreshed daily').waitFor()
  expect(await daily.getAttribute('aria-pressed')).toBe('true')
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/site.png`, fullPage: true })
  expect(await findBarriers(page)).toEqual([])
  const path = `knowledge-bases/${knowledgeBase.id}/sources?workspaceId=${workspaceId}`
  const { knowledgeSources } = await call('GET', path)
  expect(knowledgeSources.find(({ kind }: { kind: string }) => kind === 'site')).toMatchObject({ refreshesDaily: true })
  expect(page.problems).toEqual([])
  await page.leave()
})

it('turns semantic search on, shows what failed, and answers a question of a visitor', async () => {
  const embeddings = await embeddingStandIn({ synonyms: ['return refund'] })
  const service = await runService({ settings: { EGRESS_ALLOW: embeddings.entry } })
  onTestFinished(async () => {
    await service.close()
    await embeddings.close()
  })
  const { call, workspaceId } = service
  const { knowledgeBase } = await call('POST', 'knowledge-bases', { workspaceId, name: 'Shop help' })
  const path = `knowledge-bases/${knowledgeBase.id}`
  const text = 'Send it within 30 days for a refund.'
  await call('POST', `${path}/sources`, { workspaceId, source: { kind: 'text', title: 'Sending back', text } })
  const data = { apiKey: modelKey, baseUrl: embeddings.url }
  await call('POST', 'credentials', { workspaceId, credentials: { type: 'openai', name: 'Embeddings', data } })
  await askPenguins(service, knowledgeBase.id)
  const page = await openSignedIn(
    tests.browser,
    service,
    `/workspaces/${workspaceId}/settings/knowledge?base=${knowledgeBase.id}`,
  )
  embeddings.failWith({ status: 401, json: {} })
  await choose(page.getByLabel('Account', { exact: true }), 'Embeddings')
  await page.getByLabel('Embedding model').fill('text-embedding-3-small')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Embedded 0 of 1 passage: The service answered 401.').waitFor()
  embeddings.failWith(undefined)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The service answered 401.').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Question' }).fill('return?')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText(text).waitFor()
  await page.getByRole('button', { name: 'Add an answer to “Who found penguins?”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an answer' })
  await dialog.getByLabel('Answer', { exact: true }).fill('Sailors did.')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('No questions yet.').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Who found penguins?' }).waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

/** A visitor asks what the base has no answer to. */
async function askPenguins({ make, call }: RunningService, knowledgeBaseId: string) {
  const options = { action: 'Search knowledge', knowledgeBaseId, question: 'Who found penguins?' }
  const start = { id: 'start', type: 'start', outgoingEdgeId: 'e1', graphCoordinates: { x: 0, y: 0 } }
  const botId = await make({
    name: 'Asker',
    publicId: 'asker',
    events: [start],
    edges: [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'First' } }],
    groups: [group('First', [{ id: 'k1', type: 'knowledge-search', options }], { x: 300 })],
  })
  await call('POST', `bots/${botId}/publish`, {})
  await call('POST', 'bots/asker/startChat', {})
}
