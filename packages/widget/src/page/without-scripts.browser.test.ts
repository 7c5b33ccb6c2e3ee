import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectReadable, openPage } from '../testing/browser.js'
import { asks, repeats, says } from '../testing/flow-of.js'
import { sampleInputs } from '../testing/sample-inputs.js'
import { themes } from '../testing/themes.js'
import { type Visit, visiting } from '../testing/visit.js'

const tests = visiting()

const plain = { javaScriptEnabled: false, locale: 'en-GB' }

/** A page of a browser that runs no scripts. */
async function plainPage(): Promise<Visit> {
  const page = await tests.page(plain)
  page.on('response', (response) => {
    const isShown = response.request().isNavigationRequest() && response.status() !== 303
    if (isShown)
      shown.set(
        page,
        response.text().catch(() => ''),
      )
  })
  return page
}

/** A page may have a second part for browsers with scripts, which is not shown. */
const bubble = (page: Page, text: string) => page.locator('.bubble:visible', { hasText: text })
const transcript = (page: Page): Promise<string[]> => page.locator('.bubble:visible').allInnerTexts()

const note = (page: Page, text: string) => page.locator('.note:visible', { hasText: text })

const shown = new WeakMap<Page, Promise<string>>()

/** The tool needs scripts itself: it checks the page as it is without them, in a browser that has them. */
async function expectPlain(page: Page, expectGood: (page: Page) => Promise<void>): Promise<void> {
  const html = (await shown.get(page)) ?? ''
  const body = html.replaceAll(/<\/?noscript>/g, '').replaceAll(/<script[\s\S]*?<\/script>/g, '')
  looker ??= await openPage(tests.browser)
  await looker.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await looker.goto(page.url())
  await looker.unroute(page.url())
  await expectGood(looker)
}

let looker: Page | undefined

const expectPlainAccessible = (page: Page) => expectPlain(page, expectAccessible)

const address = (publicId: string) => `${tests.service.url}/c/${publicId}`
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()
const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`content of ${name}`) })

describe('each input is a form', () => {
  /** How each of the sample inputs is answered, and what is stored then. */
  const answers: {
    [Name in keyof typeof sampleInputs]: [answer: (page: Page) => Promise<void>, stored: string | RegExp]
  } = {
    text: [(page) => typed(page, 'Ada <b>'), 'Ada <b>'],
    'text-long': [(page) => typed(page, 'One\nTwo'), 'One\nTwo'],
    number: [(page) => typed(page, '12.50'), '12.5'],
    email: [(page) => typed(page, 'ada@example.com'), 'ada@example.com'],
    url: [(page) => typed(page, 'example.com'), 'https://example.com'],
    phone: [(page) => typed(page, '06 12 34 56 78'), '+33612345678'],
    date: [
      async (page) => {
        await page.locator('input[type=date]').fill('2026-12-24')
        await send(page)
      },
      '24/12/2026',
    ],
    'date-range': [
      async (page) => {
        await page.getByLabel('From').fill('2026-12-24')
        await page.getByLabel('To', { exact: true }).fill('2027-01-06')
        await send(page)
      },
      '24/12/2026 to 06/01/2027',
    ],
    time: [
      async (page) => {
        await page.locator('input[type=time]').fill('09:30')
        await send(page)
      },
      '09:30',
    ],
    buttons: [(page) => page.getByRole('button', { name: 'A web shop' }).click(), 'A web shop'],
    'buttons-multiple': [
      async (page) => {
        await page.getByText('Design').click()
        await page.getByText('Hosting and care').click()
        await send(page)
      },
      'Design, Hosting and care',
    ],
    pictures: [
      async (page) => {
        await page.getByText('Sea', { exact: true }).click()
        await page.getByText('Forest').click()
        await send(page)
      },
      'Sea, Forest',
    ],
    'rating-numbers': [
      async (page) => {
        await page.getByRole('radio', { name: '7 of 10' }).click({ force: true })
        await send(page)
      },
      '7',
    ],
    'rating-icons': [
      async (page) => {
        await page.getByRole('radio', { name: '4 of 5' }).click({ force: true })
        await send(page)
      },
      '4',
    ],
    file: [
      async (page) => {
        await page.locator('input[type=file]').setInputFiles([file('one.txt'), file('two.txt')])
        await page.getByRole('button', { name: 'Upload' }).click()
      },
      /^http\S+\/api\/files\/\w+\.txt, http\S+\/api\/files\/\w+\.txt$/,
    ],
    cards: [(page) => page.getByRole('button', { name: 'Ask us, Studio' }).click(), 'Studio'],
    payment: [async () => {}, ''],
  }
  async function typed(page: Page, text: string) {
    await page.getByRole('textbox').fill(text)
    await send(page)
  }

  test.each(Object.keys(answers) as (keyof typeof answers)[])('%s', async (name) => {
    const blocks = [says('A question for you?', 'question'), sampleInputs[name], says('Thank you', 'end')]
    const [answer, stored] = answers[name]
    const { publicId, id } = await tests.bot(blocks, { theme: themes.light })
    const page = await plainPage()
    await page.goto(address(publicId))
    await expectPlainAccessible(page)
    const dark = await tests.bot(blocks, { theme: themes.dark })
    const darkPage = await plainPage()
    await darkPage.goto(address(dark.publicId))
    await expectPlain(darkPage, expectReadable)
    if (name === 'payment') return note(page, 'This step needs JavaScript.').waitFor()
    await answer(page)
    await bubble(page, 'Thank you').waitFor()
    const [result] = await tests.service.results(id)
    expect(result).toEqual([expect.stringMatching(stored instanceof RegExp ? stored : exactly(stored))])
    expect(page.problems).toEqual([])
  })

  const exactly = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
})

test('an answer that is not right is asked for again, with the reason at the field', async () => {
  const { publicId } = await tests.bot([
    says('Where can we write to you?', 'question'),
    asks('email input', { retryMessageContent: 'Is that an address?' }),
    sampleInputs.number,
    repeats(),
  ])
  const page = await plainPage()
  await page.goto(address(publicId))
  const field = page.getByRole('textbox')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull()
  await field.fill('ada@nowhere')
  await send(page)
  await bubble(page, 'Is that an address?').waitFor()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('textbox', { name: 'Where can we write to you?' }).waitFor()
  expect(await described(page)).toContain('Is that an address?')
  await expectPlainAccessible(page)
  await field.fill('ada@example.com')
  await send(page)
  await page.getByPlaceholder('Your budget').fill('1000')
  await send(page)
  await page.getByText('Please give a number from €1.00 to €500.00.').waitFor()
  expect(await described(page)).toContain('Please give a number from')
  await expect.poll(() => field.inputValue()).toBe('1000')
  await expectPlainAccessible(page)
  await field.fill('100')
  await send(page)
  await bubble(page, 'You said: 100').waitFor()
})

test('numbers in the language of the page, and several choices with the same letters, are read as in the widget', async () => {
  const items = ['Red', 'red', 'Blue'].map((content, index) => ({ id: `i${index}`, content }))
  const { publicId, id } = await tests.bot([
    asks('choice input', { isMultipleChoice: true }, items),
    asks('number input'),
    asks('text input'),
  ])
  const page = await tests.page({ javaScriptEnabled: false, locale: 'de-DE' })
  await page.goto(address(publicId))
  await page.locator('[data-item-id="i1"]').click()
  await page.locator('[data-item-id="i2"]').click()
  await page.getByRole('button', { name: 'Senden' }).click()
  await page.getByRole('textbox').fill('1.500')
  await page.getByRole('button', { name: 'Senden' }).click()
  await bubble(page, 'red, Blue').waitFor()
  await expect.poll(async () => (await tests.service.results(id))[0]).toEqual(['red, Blue', '1500'])
})

/** Accessible description of the field. */
const described = (page: Page) =>
  page.getByRole('textbox').evaluate((field) => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => (field.getRootNode() as ShadowRoot).getElementById(id)?.textContent).join(' ')
  })

test('reloading and going back send nothing again, and a form sent twice is answered once', async () => {
  const { publicId, id } = await tests.bot([
    says('One?'),
    asks('text input'),
    says('Two?'),
    asks('url input'),
    repeats(),
  ])
  const page = await plainPage()
  await page.goto(address(publicId))
  const first = await page.locator('form').evaluate((form) => [...new FormData(form as HTMLFormElement)])
  await page.getByRole('textbox').fill('Ada')
  await send(page)
  await bubble(page, 'Two?').waitFor()
  expect(page.url()).toBe(address(publicId))
  await page.reload()
  expect(await transcript(page)).toEqual(['One?', 'Ada', 'Two?'])
  const sent = (answer: string) =>
    page.request.post(address(publicId), {
      form: { ...Object.fromEntries(first as [string, string][]), answer },
      maxRedirects: 0,
    })
  expect((await sent('Ada')).status()).toBe(303)
  expect((await sent('Bob')).status()).toBe(303)
  await page.goBack()
  await page.goForward()
  await page.reload()
  expect(await transcript(page)).toEqual(['One?', 'Ada', 'Two?'])
  await page.getByRole('textbox').fill('example.com')
  await send(page)
  await bubble(page, 'You said: https://example.com').waitFor()
  expect(await tests.service.results(id)).toEqual([['Ada', 'https://example.com']])
})

test('a form of a question that the widget has answered meanwhile says so', async () => {
  const { publicId } = await tests.bot([says('One?'), asks('text input'), says('Two?'), asks('url input')])
  const page = await plainPage()
  await page.goto(address(publicId))
  const record = JSON.parse((await page.locator('#colloquy-record').textContent()) ?? '')
  await fetch(`${tests.service.url}/api/v1/sessions/${record.session.sessionId}/continueChat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'Ada' }),
  })
  await page.getByRole('textbox').fill('Bob')
  await send(page)
  await page.getByText('This question has been answered already.').waitFor()
  expect(await transcript(page)).toEqual(['One?', 'Ada', 'Two?'])
})

test('a form of another site, or without the cookie of the page, is not taken', async () => {
  const { publicId, id } = await tests.bot([says('One?'), asks('text input')])
  const page = await plainPage()
  await page.goto(address(publicId))
  const fields = Object.fromEntries(
    await page.locator('form').evaluate((form) => [...new FormData(form as HTMLFormElement)]),
  )
  const body = new URLSearchParams({ ...(fields as Record<string, string>), answer: 'Mallory' })
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const post = async (headers: Record<string, string>, form = body) =>
    (await fetch(address(publicId), { method: 'POST', body: form, headers, redirect: 'manual' })).status
  expect(await post({ cookie, origin: 'https://evil.example' })).toBe(403)
  expect(await post({ cookie, origin: 'null' })).toBe(403)
  expect(await post({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await post({})).toBe(400)
  const forged = new URLSearchParams({ turn: '1', key: 'a'.repeat(24), answer: 'Mallory' })
  expect(await post({ cookie }, forged)).toBe(409)
  expect(await tests.service.results(id)).toEqual([])
  expect(await post({ cookie })).toBe(303)
})

test('the cookie of a page is for that page only, and out of the reach of scripts', async () => {
  const { publicId } = await tests.bot([says('One?'), asks('text input')])
  const page = await plainPage()
  await page.goto(address(publicId))
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ path: `/c/${publicId}`, httpOnly: true, sameSite: 'Lax', expires: -1 })
})

test('what only a script could do is passed over, and a redirect is a link', async () => {
  const { publicId } = await tests.bot([
    says('Ready?'),
    asks('text input'),
    { id: 'wait', type: 'Wait', options: { secondsToWaitFor: '60', shouldPause: true } },
    {
      id: 'set',
      type: 'Set variable',
      options: { variableId: 'answer', expressionToEvaluate: 'a plain text', isExecutedOnClient: true },
    },
    { id: 'go', type: 'Redirect', options: { url: 'https://else.example/page', isNewTab: false } },
    repeats(),
    { id: 'code', type: 'Code', options: { content: 'document.title = "ran"', isExecutedOnClient: true } },
    asks('url input'),
  ])
  const page = await plainPage()
  await page.goto(address(publicId))
  await page.getByRole('textbox').fill('Yes')
  await send(page)
  await bubble(page, 'You said: a plain text').waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'Open the page' }).getAttribute('href'))
    .toBe('https://else.example/page')
  await page.getByPlaceholder('Type a web address').waitFor()
})

test('an end has a way to begin again', async () => {
  const { publicId, id } = await tests.bot([says('One?'), asks('text input'), says('Bye')])
  const page = await plainPage()
  await page.goto(address(publicId))
  await page.getByRole('textbox').fill('Ada')
  await send(page)
  await note(page, 'This conversation is over.').waitFor()
  await expectPlainAccessible(page)
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('textbox').fill('Bob')
  await send(page)
  await bubble(page, 'Bye').waitFor()
  expect((await tests.service.results(id)).flat().sort()).toEqual(['Ada', 'Bob'])
})

test('files that may not be sent are refused at the field, and those of a text go with it', async () => {
  const { publicId, id } = await tests.bot([
    asks('file input', { allowedFileTypes: { isEnabled: true, types: ['image/png'] } }),
    asks('text input', { attachments: { isEnabled: true } }),
    says('Thanks'),
  ])
  const page = await plainPage()
  await page.goto(address(publicId))
  await page.locator('input[type=file]').setInputFiles([file('one.txt')])
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('one.txt is not of a type that can be sent here.').waitFor()
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await page.locator('input[type=file]').setInputFiles([{ name: 'one.png', mimeType: 'image/png', buffer: pixel }])
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('textbox').fill('See there')
  await page.locator('input[type=file]').setInputFiles([file('plan.txt')])
  await send(page)
  await bubble(page, 'Thanks').waitFor()
  const { results } = await tests.service.call(`/v1/bots/${id}/results?timeFilter=allTime`)
  expect(results[0].answers[1]).toMatchObject({ content: 'See there', storageUsed: 'content of plan.txt'.length })
})

test('the enquiry of the examples is stored alike with and without scripts', async () => {
  const text = await readFile(fileURLToPath(new URL('../../../../examples/lead-form.json', import.meta.url)), 'utf8')
  const { id } = await tests.service.publish({ ...JSON.parse(text), publicId: 'enquiry' })
  const fill = async (page: Page) => {
    await page.goto(address('enquiry'))
    await page.getByPlaceholder('Your name').fill('Ada')
    await page.locator('.composer').getByText('That is me').click()
    await page.locator('.composer').getByText('Help me choose').click()
    await page.getByPlaceholder('We would like to').fill('Sell\nmore tea')
    await send(page)
    await page.getByPlaceholder('5000').fill('12,000')
    await send(page)
    await page.getByPlaceholder('you@example.org').fill('ada@nowhere')
    await send(page)
    await bubble(page, 'Hmm, that does not look like').waitFor()
    await page.getByPlaceholder('you@example.org').fill('ada@example.com')
    await send(page)
    await page.getByPlaceholder('+33 6 12 34 56 78').fill('06 12 34 56 78')
    await send(page)
    await page.locator('input[type=date]').fill('2027-03-01')
    await send(page)
    await page.getByRole('radio', { name: '4 of 5' }).click({ force: true })
    await send(page)
    await bubble(page, 'Thank you').waitFor()
  }
  for (const page of [await plainPage(), await tests.page({ locale: 'en-GB' })]) await fill(page)
  const { results } = await tests.service.call(`/v1/bots/${id}/results?timeFilter=allTime`)
  expect(results).toHaveLength(2)
  const stored = results.map(({ answers, variables, isCompleted, hasStarted }: Result) => ({
    answers: answers.map(({ content, blockId, groupId }) => ({ content, blockId, groupId })),
    variables: variables.map(({ name, value }) => ({ name, value })),
    isCompleted,
    hasStarted,
  }))
  expect(stored[0]).toEqual(stored[1])
  expect(stored[0].isCompleted).toBe(true)
})

interface Result {
  answers: { content: string; blockId: string; groupId: string }[]
  variables: { name: string; value: unknown }[]
  isCompleted: boolean
  hasStarted: boolean
}
