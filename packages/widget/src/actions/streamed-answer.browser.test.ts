import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asks, says } from '../testing/flow-of.js'
import { begunByWidget, bubble, transcript, visiting } from '../testing/visit.js'
import { answersWithModel, credentialsFor, writingModel, writtenVariables } from '../testing/writing-model.js'

const model = await writingModel()
const tests = visiting({ env: { COLLOQUY_COMPAT: 'off', EGRESS_ALLOW: model.entry } })
let credentialsId: string

beforeAll(async () => {
  credentialsId = await credentialsFor(model, tests.service)
})
afterAll(() => model.close())
let callsBefore = 0
beforeEach(() => {
  callsBefore = model.calls()
})
const calls = () => model.calls() - callsBefore

const settings = {
  typingEmulation: { enabled: false },
  general: { rememberUser: { isEnabled: true, storage: 'local' } },
}

/** A page whose visitor has asked something, and whose model has begun to answer. */
async function asking(): Promise<Page> {
  const blocks = [
    asks('text input'),
    ...answersWithModel(credentialsId),
    says('Stored: {{Written}}', 'stored'),
    asks('email input'),
  ]
  const { publicId } = await tests.bot(blocks, { variables: writtenVariables, settings })
  const page = await tests.page(begunByWidget)
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await page.getByRole('textbox').fill('Hi')
  await page.getByRole('textbox').press('Enter')
  await expect.poll(calls).toBe(1)
  return page
}

test('a visitor sees typing, then text that grows, and then what comes next', async () => {
  const page = await asking()
  await page.locator('.typing').waitFor()
  model.write('Hello **you')
  await bubble(page, 'Hello you').waitFor()
  expect(await page.locator('.bubble strong').innerText()).toBe('you')
  expect(await page.locator('.typing').count()).toBe(0)
  model.write('**, fine?')
  await bubble(page, 'Hello you, fine?').waitFor()
  await expect.poll(() => page.locator('[role=status]').innerText()).toBe('')
  model.finish()
  await page.locator('input[type=email]').waitFor()
  expect(await transcript(page)).toEqual(['Hi', 'Hello you, fine?', 'Stored: Hello you, fine?'])
})

test('a reload in the middle shows the text again, once, and the model is asked once', async () => {
  const page = await asking()
  model.write('First part')
  await bubble(page, 'First part').waitFor()
  await page.reload()
  await bubble(page, 'First part').waitFor()
  model.write(' and second')
  await bubble(page, 'First part and second').waitFor()
  model.finish()
  await page.locator('input[type=email]').waitFor()
  const whole = 'First part and second'
  expect(await transcript(page)).toEqual(['Hi', whole, `Stored: ${whole}`])
  await page.reload()
  await expect.poll(() => transcript(page)).toEqual(['Hi', whole, `Stored: ${whole}`])
  expect(calls()).toBe(1)
})

test('a second tab follows the same text, and both show what comes next', async () => {
  const page = await asking()
  model.write('For both')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await bubble(other, 'For both').waitFor()
  model.finish()
  for (const tab of [page, other]) {
    await tab.locator('input[type=email]').waitFor()
    await expect.poll(() => transcript(tab)).toEqual(['Hi', 'For both', 'Stored: For both'])
  }
  expect(calls()).toBe(1)
})

test('a failure asks whether to try again, and trying again asks the model once more', async () => {
  const page = await asking()
  model.write('Half')
  await bubble(page, 'Half').waitFor()
  model.fail()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(calls).toBe(2)
  model.write('Whole')
  model.finish()
  await page.locator('input[type=email]').waitFor()
  expect(await transcript(page)).toEqual(['Hi', 'Whole', 'Stored: Whole'])
})
