import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { asks, says } from './testing/flow-of.js'
import { type Visit, visiting } from './testing/visit.js'
import {
  answersWithModel,
  answersWithOlderBlock,
  credentialsFor,
  writingModel,
  writtenVariables,
} from './testing/writing-model.js'

/** The embed that Typebot publishes, unmodified, on a page of another site. */

const model = await writingModel()
const tests = visiting({ env: { EGRESS_ALLOW: model.entry } })
const embed = fileURLToPath(import.meta.resolve('@typebot.io/js/web'))

beforeEach(() => model.refuseWith(undefined))
afterAll(() => model.close())

const settings = {
  typingEmulation: { enabled: false },
  general: { rememberUser: { isEnabled: true, storage: 'local' } },
}

/** From the model's block to the message for visitors without an answer. */
const exit = { id: 'failed', on: 'failure', outgoingEdgeId: 'exit' }
const exitEdge = {
  id: 'exit',
  from: { blockId: 'model', itemId: 'failed' },
  to: { groupId: 'group', blockId: 'sorry' },
}

async function embedded({ hasExit = false, isOlder = false } = {}): Promise<Visit> {
  // Failures of other tests would keep the service from calling the model with the same credentials.
  const credentialsId = await credentialsFor(model, tests.service, isOlder ? 'openai' : 'groq')
  const answers = isOlder ? answersWithOlderBlock : answersWithModel
  const items = ['Short', 'Long'].map((content) => ({ id: content, content }))
  const blocks = [
    says('What about?'),
    asks('text input'),
    says('How long?'),
    asks('choice input', { variableId: undefined }, items),
    ...answers(credentialsId).map((block) => (hasExit && block.id === 'model' ? { ...block, exits: [exit] } : block)),
    says('Stored: {{Written}}', 'stored'),
    says('Sorry, ask again tomorrow.', 'sorry'),
  ]
  const edges = hasExit ? [exitEdge] : []
  const { publicId } = await tests.bot(blocks, { variables: writtenVariables, settings, edges })
  const page = await tests.page()
  await page.context().route('**/embed.js', (route) => route.fulfill({ path: embed, contentType: 'text/javascript' }))
  const start = `import embed from '/embed.js'; embed.initStandard(${JSON.stringify({ typebot: publicId, apiHost: tests.service.url })})`
  const body = `<typebot-standard style="display:block;width:100%;height:600px"></typebot-standard><script type="module">${start}</script>`
  await page.goto(tests.service.page(body))
  return page
}

async function answered(page: Page): Promise<void> {
  await page.getByText('What about?').waitFor()
  await page.locator('typebot-standard input').fill('Rome')
  await page.keyboard.press('Enter')
  await page.getByText('How long?').waitFor()
  await page.getByRole('button', { name: 'Long' }).click()
}

/** The embed reports the error of a stream to the service. */
const errorReported = (page: Page) => page.waitForRequest('**/clientLogs')

/** The embed loads a font from another host, which is not found here. */
const problemsOf = ({ problems }: Visit) => problems.filter((problem) => !problem.includes('ERR_NAME_NOT_RESOLVED'))

test.each([
  ['a model', false],
  ['the older OpenAI block', true],
])(
  'the published embed of Typebot has a chat to its end: a text, a choice and a streamed answer of %s',
  async (_, isOlder) => {
    const page = await embedded({ isOlder })
    const before = model.calls()
    await answered(page)
    await expect.poll(() => model.calls()).toBe(before + 1)
    model.write('Rome is old')
    await page.getByText('Rome is').waitFor()
    expect(await page.getByText('Stored:').count()).toBe(0)
    model.write(', and large.')
    model.finish()
    await page.getByText('Stored: Rome is old, and large.').waitFor()
    expect(problemsOf(page)).toEqual([])
  },
)

test('the published embed of Typebot continues after a reload in the middle of a streamed answer', async () => {
  const page = await embedded()
  const before = model.calls()
  await answered(page)
  await expect.poll(() => model.calls()).toBe(before + 1)
  model.write('Rome is ')
  await page.getByText('Rome is').waitFor()
  await page.reload()
  model.write('old.')
  model.finish()
  await page.getByText('Stored: Rome is old.').waitFor()
  expect(model.calls()).toBe(before + 1)
  expect(problemsOf(page)).toEqual([])
})

test('the published embed of Typebot gets an answer after a reload when the model refused the call before', async () => {
  const page = await embedded()
  model.refuseWith(429)
  const reported = errorReported(page)
  await answered(page)
  const { clientLogs } = (await reported).postDataJSON()
  // The embed reports the description that it read from the stream.
  expect(clientLogs).toEqual([{ description: 'A step of this conversation has failed' }])
  model.refuseWith(undefined)
  const before = model.calls()
  await page.reload()
  await expect.poll(() => model.calls()).toBe(before + 1)
  model.write('Rome is old.')
  model.finish()
  await page.getByText('Stored: Rome is old.').waitFor()
})

test('the published embed of Typebot gets the whole answer after a reload when a stream broke off before', async () => {
  const page = await embedded()
  const before = model.calls()
  const reported = errorReported(page)
  await answered(page)
  await expect.poll(() => model.calls()).toBe(before + 1)
  model.write('Rome is old')
  await page.getByText('Rome is').waitFor()
  model.breakOff()
  await reported
  await page.reload()
  await expect.poll(() => model.calls()).toBe(before + 2)
  model.write('Rome is large.')
  model.finish()
  await page.getByText('Stored: Rome is large.').waitFor()
})

test('the published embed of Typebot takes the exit of a block whose model does not answer', async () => {
  const page = await embedded({ hasExit: true })
  model.refuseWith(500)
  await answered(page)
  await page.getByText('Sorry, ask again tomorrow.').waitFor()
  expect(await page.getByText('Stored:').count()).toBe(0)
  expect(problemsOf(page)).toEqual([])
})

test('the published embed of Typebot repeats a request whose response was lost, and the model is called once', async () => {
  const page = await embedded()
  const before = model.calls()
  let requests = 0
  await page.route('**/streamMessage', async (route) => {
    requests++
    if (requests > 1) return route.continue()
    void fetch(route.request().url(), { method: 'POST' })
    await expect.poll(() => model.calls()).toBe(before + 1)
    return route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
  })
  await answered(page)
  await expect.poll(() => requests, { timeout: 20_000 }).toBe(2)
  model.write('Rome is old.')
  model.finish()
  await page.getByText('Stored: Rome is old.').waitFor()
  expect(model.calls()).toBe(before + 1)
})
