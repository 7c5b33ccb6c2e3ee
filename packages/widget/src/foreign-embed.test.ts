import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asks, says } from './testing/flow-of.js'
import { type Visit, visiting } from './testing/visit.js'
import { answersWithModel, credentialsFor, writingModel, writtenVariables } from './testing/writing-model.js'

/** The embed that Typebot publishes, unmodified, on a page of another site. */

const model = await writingModel()
const tests = visiting({ env: { EGRESS_ALLOW: model.entry } })
const embed = fileURLToPath(import.meta.resolve('@typebot.io/js/web'))
let credentialsId: string

beforeAll(async () => {
  credentialsId = await credentialsFor(model, tests.service)
})
afterAll(() => model.close())

const settings = {
  typingEmulation: { enabled: false },
  general: { rememberUser: { isEnabled: true, storage: 'local' } },
}

async function embedded(): Promise<Visit> {
  const items = ['Short', 'Long'].map((content) => ({ id: content, content }))
  const blocks = [
    says('What about?'),
    asks('text input'),
    says('How long?'),
    asks('choice input', { variableId: undefined }, items),
    ...answersWithModel(credentialsId),
    says('Stored: {{Written}}', 'stored'),
  ]
  const { publicId } = await tests.bot(blocks, { variables: writtenVariables, settings })
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

/** The embed loads a font from another host, which is blocked here. */
const problemsOf = ({ problems }: Visit) => problems.filter((problem) => !problem.includes('ERR_FAILED'))

test('the published embed of Typebot has a chat to its end: a text, a choice and a streamed answer of a model', async () => {
  const page = await embedded()
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
})

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
