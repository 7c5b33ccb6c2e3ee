import { expect, test } from 'vitest'
import { asks, repeats, says } from '../testing/flow-of.js'
import { bubble, isTakenOver, transcript, visiting } from '../testing/visit.js'

const tests = visiting()

const blocks = [
  says('Your name?', 'question'),
  asks('text input'),
  repeats(),
  { ...asks('choice input', {}, [{ id: 'yes', content: 'Yes' }]), id: 'second' },
  says('Thanks'),
]
const remembering = {
  settings: { typingEmulation: { enabled: false }, general: { rememberUser: { isEnabled: true, storage: 'local' } } },
}
const whole = ['Your name?', 'Ada', 'You said: Ada', 'Yes', 'Thanks']

test('a reply given offline goes out when the network is back, once', async () => {
  const { publicId, id } = await tests.bot(blocks)
  const page = await tests.page()
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.keyboard.press('Enter')
  await page.getByText('No connection').waitFor()
  await page.context().setOffline(false)
  await page
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 3000 })
    .catch(() => {})
  await page.getByRole('radio', { name: 'Yes' }).click()
  await bubble(page, 'Thanks').waitFor()
  await expect.poll(() => transcript(page)).toEqual(whole)
  expect(await tests.service.results(id)).toEqual([['Ada', 'Yes']])
})

test('a reply whose page is reloaded before the answer came is neither lost nor doubled', async () => {
  const { publicId, id } = await tests.bot(blocks)
  const page = await tests.page()
  await page.goto(`${tests.service.url}/c/${publicId}`)
  let isFirst = true
  const hold = async (route: import('playwright-core').Route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    // The service receives the reply; its answer never reaches the page.
    await route.fetch()
    reached()
  }
  let reached = () => {}
  const taken = new Promise<void>((resolve) => {
    reached = resolve
  })
  await page.route('**/continueChat', hold)
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await taken
  await page.reload()
  await isTakenOver(page)
  await page.getByRole('radio', { name: 'Yes' }).click()
  await bubble(page, 'Thanks').waitFor()
  await expect.poll(() => transcript(page)).toEqual(whole)
  expect(await tests.service.results(id)).toEqual([['Ada', 'Yes']])
})

test('a button pressed twice answers once', async () => {
  const { publicId, id } = await tests.bot(blocks)
  const page = await tests.page()
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.getByRole('button', { name: 'Send' }).dblclick()
  await page.getByRole('radio', { name: 'Yes' }).dblclick()
  await bubble(page, 'Thanks').waitFor()
  await expect.poll(() => transcript(page)).toEqual(whole)
  expect(await tests.service.results(id)).toEqual([['Ada', 'Yes']])
})

test('a service that is busy, and one that is down for a while, get the reply in the end', async () => {
  const { publicId, id } = await tests.bot(blocks)
  const page = await tests.page()
  await page.goto(`${tests.service.url}/c/${publicId}`)
  let failures = 2
  await page.route('**/continueChat', (route) =>
    failures-- > 0 ? route.fulfill({ status: 503, json: { message: 'busy' } }) : route.fallback(),
  )
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Yes' }).waitFor()
  await tests.service.stop()
  await page.getByRole('radio', { name: 'Yes' }).click()
  await page.getByText('No connection').waitFor()
  await tests.service.startAgain()
  // The widget also retries by itself, and may be faster than the click.
  await Promise.any([page.getByRole('button', { name: 'Try again' }).click(), bubble(page, 'Thanks').waitFor()])
  await bubble(page, 'Thanks').waitFor()
  expect(await tests.service.results(id)).toEqual([['Ada', 'Yes']])
})

test('two tabs hold one conversation, and the later answer to a question is not sent', async () => {
  const { publicId, id } = await tests.bot(blocks, remembering)
  const one = await tests.page()
  await one.goto(`${tests.service.url}/c/${publicId}`)
  await one.getByPlaceholder('Type your answer').waitFor()
  const two = await one.context().newPage()
  await two.goto(`${tests.service.url}/c/${publicId}`)
  await two.getByPlaceholder('Type your answer').waitFor()
  await one.getByPlaceholder('Type your answer').fill('Ada')
  await one.keyboard.press('Enter')
  await two.getByRole('radio', { name: 'Yes' }).waitFor()
  await two.getByRole('radio', { name: 'Yes' }).click()
  await bubble(one, 'Thanks').waitFor()
  await expect.poll(() => transcript(one)).toEqual(whole)
  expect(await tests.service.results(id)).toEqual([['Ada', 'Yes']])
})

test('a remembered conversation is there after a reload and after going back; it can be started again', async () => {
  const { publicId, id } = await tests.bot(blocks, remembering)
  const page = await tests.page()
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await isTakenOver(page)
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Yes' }).waitFor()
  await page.goto('about:blank')
  await page.goBack()
  await page.reload()
  await isTakenOver(page)
  await page.getByRole('radio', { name: 'Yes' }).click()
  await bubble(page, 'Thanks').waitFor()
  await expect.poll(() => transcript(page)).toEqual(whole)
  await page.reload()
  await isTakenOver(page)
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByPlaceholder('Type your answer').waitFor()
  expect(await transcript(page)).toEqual(['Your name?'])
  expect(await tests.service.results(id)).toEqual([['Ada', 'Yes']])
})

test('a conversation that is gone from the service can be begun again', async () => {
  const { publicId, id } = await tests.bot(blocks, remembering)
  const page = await tests.page()
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await page.getByPlaceholder('Type your answer').waitFor()
  await page.route('**/continueChat', (route) => route.fulfill({ status: 404, json: { message: 'gone' } }))
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await page.getByText('This conversation has expired').waitFor()
  await page.unroute('**/continueChat')
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByPlaceholder('Type your answer').fill('Ada')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Yes' }).click()
  await bubble(page, 'Thanks').waitFor()
  expect(await tests.service.results(id)).toEqual([['Ada', 'Yes']])
})

test('a closed bot says so in the words of its author', async () => {
  const settings = { general: { systemMessages: { botClosed: 'Back on Monday.' } } }
  const { publicId, id } = await tests.bot(blocks, { settings })
  await fetch(`${tests.service.url}/api/v1/bots/${id}`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer owner-token-of-the-widget-tests', 'content-type': 'application/json' },
    body: JSON.stringify({ bot: { isClosed: true } }),
  })
  const page = await tests.page()
  await page.goto(`${tests.service.url}/c/${publicId}`)
  await page.getByText('Back on Monday.').waitFor()
})
