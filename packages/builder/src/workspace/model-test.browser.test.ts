import { chatStandIn, modelKey } from '@colloquy/test-kit/providers/chat-completions'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisits, findBarriers, openSignedIn, shareBrowser } from '../testing/browser.js'
import { type RunningService, runService } from '../testing/running-service.js'

let models: Awaited<ReturnType<typeof chatStandIn>>
let service: RunningService
let browser: Browser

beforeAll(async () => {
  models = await chatStandIn()
  ;[service, browser] = await Promise.all([runService({ settings: { EGRESS_ALLOW: models.entry } }), shareBrowser()])
})
afterAll(async () => {
  if (browser) await endVisits(browser)
  await service?.close()
  await models?.close()
})

it('tries a model of an account, and shows what it can do', async () => {
  const { call, workspaceId } = service
  const data = { apiKey: modelKey, baseUrl: `${models.url}/v1` }
  await call('POST', 'credentials', { workspaceId, credentials: { type: 'groq', name: 'Our models', data } })
  const page = await openSignedIn(browser, service, `/workspaces/${workspaceId}/settings/credentials`)
  await page.getByRole('button', { name: 'Change Our models' }).click()
  await page.getByRole('menuitem', { name: 'Try a model…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Try a model' })
  await dialog.getByLabel('Model').fill('new-model')
  models.says({ text: 'one two three' }, { text: 'It is sunny.' }, { text: '{"capital":"Lisbon"}' })
  await dialog.getByRole('button', { name: 'Try it' }).click()
  await dialog.getByText('Streams its text').waitFor()
  await dialog.getByText('Counts tokens: 11 in, 4 out').waitFor()
  await dialog.getByText('Does not call functions').waitFor()
  await dialog.getByText('Answers in JSON', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/model-trial.png` })
  models.failWith({ status: 401, json: { error: { message: 'Incorrect API key provided' } } })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.locator('.notice.danger').waitFor()
})

it('keeps calls of a workspace from language models, and names that as the reason in a connection test', async () => {
  const { call, workspaceId } = service
  const page = await openSignedIn(browser, service, `/workspaces/${workspaceId}/settings/general`)
  await page.getByRole('switch', { name: 'Send nothing to language models' }).click()
  await page.locator('[role="switch"][aria-checked="true"]').waitFor()
  expect(await findBarriers(page)).toEqual([])
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/closed-to-models.png` })
  const { credentials } = await call('GET', `credentials?workspaceId=${workspaceId}&scope=workspace`)
  const tried = await call('POST', `credentials/${credentials[0].id}/try-model`, { workspaceId, model: 'new-model' })
  expect(tried.problem).toContain('sends nothing to language models')
})
