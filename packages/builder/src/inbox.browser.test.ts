import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { findBarriers, openPage, openSignedIn } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { group, words } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Support',
  publicId: 'support',
  settings: { general: { rememberUser: { isEnabled: true, storage: 'local' } } },
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'Question' } }],
  variables: [{ id: 'vName', name: 'Name' }],
  groups: [
    group('Question', [
      words('t1', 'Who are you?'),
      { id: 'name', type: 'text input', options: { variableId: 'vName' } },
      words('t2', 'What do you need?'),
      { id: 'need', type: 'text input' },
    ]),
    group('Slot', [words('t3', 'Which slot, {{Name}}?'), { id: 'slot', type: 'text input' }], { x: 400 }),
  ],
}

let botId: string
beforeAll(async () => {
  botId = await tests.service.make(flow)
  await tests.service.call('POST', `bots/${botId}/publish`)
})

const say = (sessionId: string, message: string) =>
  tests.service.call('POST', `sessions/${sessionId}/continueChat`, { message })

async function begin(name: string): Promise<string> {
  const { sessionId } = await tests.service.call('POST', 'bots/support/startChat', {})
  await say(sessionId, name)
  return sessionId
}

const seen = async (sessionId: string): Promise<(string | null)[]> =>
  (await tests.service.call('GET', `sessions/${sessionId}/messages`)).messages.map(
    ({ text }: { text: string | null }) => text,
  )

const inbox = (rest = '') => `/workspaces/${tests.service.workspaceId}/inbox${rest}`

it('takes a conversation over from its result, answers it, and gives it back at a group', async () => {
  const { service, browser } = tests
  const sessionId = await begin('Grace')
  const page = await openSignedIn(browser, service, `/bots/${botId}/results`, {
    viewport: { width: 1280, height: 800 },
  })
  await page.getByRole('row').nth(1).getByRole('button').click()
  await page.getByRole('link', { name: 'Answer in person' }).click()
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText('What do you need?').waitFor()
  await page.getByRole('button', { name: 'Take over' }).first().click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.fill('Hello Grace')
  await field.press('Enter')
  await log.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => seen(sessionId)).toContain('Hello Grace')
  await say(sessionId, 'Where is my order?')
  await log.getByText('Where is my order?').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Return to the bot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return to the bot' })
  await choose(dialog.getByLabel('The bot continues'), 'Slot')
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Return to the bot' }).click()
  await page.getByText('The bot answers again.').waitFor()
  const { messages } = await say(sessionId, 'Tomorrow')
  expect(messages).toEqual([])
  await page.goto(`${service.url}${inbox(`/returned/${sessionId}`)}`)
  await log.getByText('Which slot, Grace?').waitFor()
  expect(page.problems).toEqual([])
})

it('lists new conversations at once, and is used by keyboard alone', async () => {
  const { service, browser } = tests
  const [first, second] = [await begin('Ada'), await begin('Alan')]
  const page = await openSignedIn(browser, service, inbox(), { viewport: { width: 1280, height: 800 } })
  await page.getByText('Nobody waits for a person.').waitFor()
  for (const sessionId of [first, second])
    await service.call('PATCH', `workspaces/${service.workspaceId}/inbox/${sessionId}`, { assigneeId: null })
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('button')
  await expect.poll(() => rows.count()).toBe(2)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText('Alan').waitFor()
  await page.keyboard.press('j')
  await log.getByText('Ada').waitFor()
  await page.keyboard.press('t')
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.waitFor()
  await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.type('Hi')
  await page.keyboard.press('Enter')
  await log.getByText('Not sent yet').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect.poll(() => field.inputValue()).toBe('Hi')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Private note' }).fill('Regular customer')
  await page.keyboard.press('Enter')
  await log.getByText('Regular customer').waitFor()
  await expect.poll(() => seen(first)).not.toContain('Regular customer')
  await page.getByRole('textbox').press('Escape')
  await page.keyboard.press('e')
  await page.getByText('Choose a conversation').or(log.getByText('Alan')).first().waitFor()
  await page.goto(`${service.url}${inbox('/resolved')}`)
  await expect.poll(() => rows.count()).toBe(1)
  expect(page.problems).toEqual([])
})

it('shows one pane at a time on a phone, and keeps what was written', async () => {
  const { service, browser } = tests
  const sessionId = await begin('Mary')
  await service.call('POST', `workspaces/${service.workspaceId}/inbox/${sessionId}/take`)
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const page = await openSignedIn(browser, service, inbox('/mine'), phone)
  const list = page.getByRole('list', { name: 'Conversations' })
  await list.getByRole('button').first().click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.fill('A draft')
  expect(await list.isVisible()).toBe(false)
  expect(await findBarriers(page)).toEqual([])
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(isWide).toBe(false)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await list.getByRole('button').first().click()
  expect(await field.inputValue()).toBe('A draft')
  expect(page.problems).toEqual([])
})

it('shows details on a phone as a separate pane, which every way back leaves', async () => {
  const { service, browser } = tests
  const sessionId = await begin('Dorothy')
  await service.call('POST', `workspaces/${service.workspaceId}/inbox/${sessionId}/take`)
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const page = await openSignedIn(browser, service, inbox('/mine'), phone)
  const list = page.getByRole('list', { name: 'Conversations' })
  await list.getByRole('button').filter({ hasText: 'Dorothy' }).click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.fill('A draft')
  const details = page.getByRole('complementary', { name: 'Details' })
  const opener = page.getByRole('button', { name: 'Details' })
  const open = async () => {
    await opener.click()
    await details.getByText('What do you need?').or(details.getByText('Question')).first().waitFor()
    expect(await field.isVisible()).toBe(false)
  }
  await open()
  expect(page.url()).toMatch(/\/details$/)
  expect((await details.boundingBox())?.height).toBeGreaterThan(600)
  expect(await findBarriers(page)).toEqual([])
  await page.goBack()
  await details.waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('A draft')
  await open()
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await field.waitFor()
  await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await list.waitFor()
  expect(new URL(page.url()).pathname).toBe(inbox('/mine'))
  // A link leads to the details, with the panes before them behind it.
  await page.goto(`${service.url}${inbox(`/mine/${sessionId}/details`)}`)
  await page.getByRole('button', { name: 'Back to the conversation' }).click()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await list.waitFor()
  expect(page.problems).toEqual([])
})

it('mentions a person in a note by keyboard, whose open inbox reports it and lists the conversation', async () => {
  const { service, browser } = tests
  const sessionId = await begin('Evelyn')
  await service.call('POST', `workspaces/${service.workspaceId}/inbox/${sessionId}/take`)
  const token = await addPerson(service, 'Ben', { to: `workspaces/${service.workspaceId}`, type: 'AGENT' })
  const size = { viewport: { width: 1280, height: 800 } }
  const ben = await openSignedIn(browser, { url: service.url, token }, inbox('/mentioned'), size)
  await ben.getByText('No note mentions you.').waitFor()
  const page = await openSignedIn(browser, service, inbox(`/mine/${sessionId}`), size)
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText('What do you need?').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Please look, @be')
  await page.getByRole('option', { name: 'Ben' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Private note' }).inputValue()).toBe('Please look, @Ben ')
  await page.keyboard.press('Enter')
  await log.locator('.mention', { hasText: '@Ben' }).waitFor()
  await ben.getByText('Ada mentioned you in a note').waitFor()
  await ben.getByRole('list', { name: 'Conversations' }).getByRole('button').first().waitFor()
  await ben.getByRole('button', { name: 'Open' }).click()
  await ben.waitForURL(`**/inbox/mentioned/${sessionId}`)
  await ben.locator('.mention[data-me="true"]', { hasText: '@Ben' }).waitFor()
  expect(await findBarriers(ben)).toEqual([])
  expect([...page.problems, ...ben.problems]).toEqual([])
})

it('prints a transcript and saves it as a text, without private notes unless they are wanted', async () => {
  const { service, browser } = tests
  const sessionId = await begin('Annie')
  const path = `workspaces/${service.workspaceId}/inbox/${sessionId}`
  await service.call('POST', `${path}/take`)
  for (let i = 1; i <= 20; i++) await service.call('POST', `${path}/messages`, { text: `Answer ${i}` })
  await service.call('POST', `${path}/messages`, { kind: 'note', text: 'Only for us' })
  const page = await openSignedIn(browser, service, inbox(`/mine/${sessionId}`), {
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Print or download' }).click()
  await page.getByRole('link', { name: 'Back to the conversation' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  const saved = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as text' }).click(),
    ])
    return readFile(await download.path(), 'utf8')
  }
  const text = await saved()
  for (const said of ['Visitor:\nAnnie', 'Bot:\nWhat do you need?', 'Ada:\nAnswer 20']) expect(text).toContain(said)
  expect(text).not.toContain('Only for us')
  await page.getByRole('switch', { name: 'With private notes' }).check()
  expect(await saved()).toContain('Only for us')
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  // Nothing is cut off at the height of the window.
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height).toBeGreaterThan(1_200)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Back to the conversation' }).click()
  await page.getByRole('textbox', { name: 'Reply' }).waitFor()
  expect(page.problems).toEqual([])
})

it('lets a visitor and a person talk in the chat, and gives the visitor back to the bot', async () => {
  const { service, browser } = tests
  const person = await openSignedIn(browser, service, inbox(), { viewport: { width: 1280, height: 800 } })
  await person.getByText('Nobody waits for a person.').or(person.getByRole('list')).first().waitFor()
  const visitor = await openPage(browser, { viewport: { width: 390, height: 844 } })
  await visitor.goto(`${service.url}/c/support`)
  const chat = visitor.getByRole('log', { name: 'Chat' })
  const write = async (text: string) => {
    await visitor.getByRole('textbox').fill(text)
    await visitor.getByRole('textbox').press('Enter')
  }
  await write('Hedy')
  await chat.getByText('What do you need?').waitFor()
  const { results } = await service.call('GET', `bots/${botId}/results?limit=1`)
  const sessionId = results[0].lastChatSessionId as string
  await person.goto(`${service.url}${inbox(`/mine/${sessionId}`)}`)
  await person.getByRole('button', { name: 'Take over' }).first().click()
  await visitor.getByText('You are talking to Ada.').waitFor()
  await person.getByRole('textbox', { name: 'Reply' }).fill('How can I help, Hedy?')
  await visitor.getByText('Typing…').waitFor()
  await person.getByRole('textbox', { name: 'Reply' }).press('Enter')
  const log = person.getByRole('log', { name: 'Conversation' })
  await log.getByRole('button', { name: 'Send now' }).click()
  await chat.getByText('How can I help, Hedy?').waitFor()
  await visitor.getByRole('textbox').pressSequentially('My order')
  await person.getByText('The visitor is typing…').waitFor()
  expect(await findBarriers(visitor)).toEqual([])
  await write('Where is it?')
  await log.getByText('Where is it?').waitFor()
  await person
    .getByLabel('File to send')
    .setInputFiles({ name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('On its way') })
  await person.getByRole('textbox', { name: 'Reply' }).fill('See the file.')
  await person.getByRole('list', { name: 'Attached files' }).getByText('order.txt').waitFor()
  await person.getByRole('button', { name: 'Send', exact: true }).click()
  await log.getByRole('button', { name: 'Send now' }).click()
  await chat.getByText('See the file.').waitFor()
  await visitor.getByRole('link', { name: /\.txt/ }).waitFor()
  await visitor.reload()
  await chat.getByText('See the file.').waitFor()
  await visitor.getByText('You are talking to Ada.').waitFor()
  await person.getByRole('button', { name: 'Return to the bot' }).click()
  const dialog = person.getByRole('dialog', { name: 'Return to the bot' })
  await choose(dialog.getByLabel('The bot continues'), 'Slot')
  await dialog.getByRole('button', { name: 'Return to the bot' }).click()
  await chat.getByText('Which slot, Hedy?').waitFor()
  await write('Tomorrow')
  await visitor.getByText('You are talking to Ada.').waitFor({ state: 'detached' })
  await person.goto(`${service.url}${inbox(`/returned/${sessionId}`)}`)
  await log.getByText('Tomorrow').waitFor()
  expect([...visitor.problems, ...person.problems]).toEqual([])
})

it('asks a visitor for a rating once a person has resolved the conversation, and shows it to people', async () => {
  const { service, browser } = tests
  const person = await openSignedIn(browser, service, inbox('/resolved'), { viewport: { width: 1280, height: 800 } })
  await person.getByRole('heading', { name: 'Inbox' }).waitFor({ state: 'attached' })
  const visitor = await openPage(browser, { viewport: { width: 390, height: 844 } })
  await visitor.goto(`${service.url}/c/support`)
  await visitor.getByRole('textbox').fill('Katherine')
  await visitor.getByRole('textbox').press('Enter')
  await visitor.getByText('What do you need?').first().waitFor()
  const { results } = await service.call('GET', `bots/${botId}/results?limit=1`)
  const path = `workspaces/${service.workspaceId}/inbox/${results[0].lastChatSessionId}`
  await service.call('POST', `${path}/take`)
  await visitor.getByText('You are talking to Ada.').waitFor()
  await service.call('PATCH', path, { state: 'resolved' })
  await visitor.getByRole('button', { name: '4 of 5' }).click()
  await visitor.getByRole('textbox', { name: 'Comment (optional)' }).fill('Quick answer')
  expect(await findBarriers(visitor)).toEqual([])
  await visitor
    .getByRole('group', { name: 'How was this conversation?' })
    .locator('..')
    .getByRole('button', { name: 'Send' })
    .click()
  await visitor.getByText('Thank you for your rating.').waitFor()
  await person.getByRole('list', { name: 'Conversations' }).getByText('Katherine').first().click()
  await person.getByRole('complementary', { name: 'Details' }).getByText('4 of 5').waitFor()
  await person.getByText('Quick answer').waitFor()
  await person.getByRole('link', { name: 'Analytics' }).click()
  const row = person.getByRole('row').filter({ hasText: 'Ada' })
  await row.getByText('4 (1)').waitFor()
  expect(await findBarriers(person)).toEqual([])
  await visitor.reload()
  await visitor.getByText('This conversation was resolved.').waitFor()
  expect(await visitor.getByRole('button', { name: '4 of 5' }).count()).toBe(0)
  expect([...visitor.problems, ...person.problems]).toEqual([])
})

it('says so if a rating cannot be sent, and sends it once more', async () => {
  const { service, browser } = tests
  const visitor = await openPage(browser, { viewport: { width: 390, height: 844 } })
  await visitor.goto(`${service.url}/c/support`)
  await visitor.getByRole('textbox').fill('Sophie')
  await visitor.getByRole('textbox').press('Enter')
  await visitor.getByText('What do you need?').first().waitFor()
  const { results } = await service.call('GET', `bots/${botId}/results?limit=1`)
  const path = `workspaces/${service.workspaceId}/inbox/${results[0].lastChatSessionId}`
  await service.call('POST', `${path}/take`)
  await visitor.getByText('You are talking to Ada.').waitFor()
  await service.call('PATCH', path, { state: 'resolved' })
  await visitor.getByRole('button', { name: '2 of 5' }).click()
  const comment = visitor.getByRole('textbox', { name: 'Comment (optional)' })
  await comment.fill('Slow answer')
  await visitor.route('**/rating', (route) => route.abort(), { times: 1 })
  await comment.locator('xpath=ancestor::form').getByRole('button', { name: 'Send' }).click()
  await visitor.getByRole('alert').getByText('Your rating could not be sent. Please try again.').waitFor()
  expect(await comment.inputValue()).toBe('Slow answer')
  expect(await findBarriers(visitor)).toEqual([])
  await visitor.getByRole('button', { name: 'Try again' }).click()
  await visitor.getByText('Thank you for your rating.').waitFor()
  const { conversation } = await service.call('GET', path)
  expect(conversation).toMatchObject({ rating: 2, ratingComment: 'Slow answer' })
})

it('lets a visitor without JavaScript talk to a person, keeps what they are writing, and asks for a rating', async () => {
  const { service, browser } = tests
  const visitor = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await visitor.goto(`${service.url}/c/support`)
  const write = async (text: string) => {
    await visitor.getByRole('textbox').last().fill(text)
    await visitor.getByRole('button', { name: 'Send' }).last().click()
  }
  const bubble = (text: string) => visitor.locator('.bubble:visible', { hasText: text })
  await write('Lise')
  await visitor.getByText('What do you need?').last().waitFor()
  const { results } = await service.call('GET', `bots/${botId}/results?limit=1`)
  const sessionId = results[0].lastChatSessionId as string
  const path = `workspaces/${service.workspaceId}/inbox/${sessionId}`
  await service.call('POST', `${path}/take`)
  await service.call('POST', `${path}/messages`, { text: 'Hello Lise' })
  await visitor.reload()
  await visitor.locator('.note:visible', { hasText: 'You are talking to Ada.' }).waitFor()
  await bubble('Hello Lise').waitFor()
  await visitor.locator('.composer:visible input[type=text], .composer:visible textarea').last().fill('My parcel')
  await service.call('POST', `${path}/messages`, { text: 'Are you there?' })
  await visitor.frameLocator('.people-news').getByText('Are you there?').waitFor()
  expect(await visitor.getByRole('textbox').inputValue()).toBe('My parcel')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await bubble('My parcel').waitFor()
  await bubble('Are you there?').waitFor()
  await write('It is lost')
  await bubble('It is lost').waitFor()
  expect(await seen(sessionId)).toEqual([null, 'Hello Lise', 'Are you there?', 'My parcel', 'It is lost'])
  await service.call('PATCH', path, { state: 'resolved' })
  await visitor.reload()
  await visitor.getByRole('radio', { name: '4 of 5' }).check()
  await visitor.getByRole('textbox', { name: 'Comment (optional)' }).fill('Quick')
  await visitor.getByRole('button', { name: 'Send' }).first().click()
  await visitor.getByRole('radio').first().waitFor({ state: 'detached' })
  const { conversation } = await service.call('GET', path)
  expect(conversation).toMatchObject({ rating: 4, ratingComment: 'Quick' })
})

it('finds conversations, and keeps filters', async () => {
  const { service, browser } = tests
  const sessionId = await begin('Barbara')
  await service.call('POST', `workspaces/${service.workspaceId}/inbox/${sessionId}/take`)
  await say(sessionId, 'My telescope is broken')
  const page = await openSignedIn(browser, service, inbox('/resolved'), { viewport: { width: 1280, height: 800 } })
  const rows = page.getByRole('list', { name: 'Conversations' }).getByRole('button')
  await page.getByRole('searchbox').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('telesc')
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('My telescope is broken')])
  await page.getByRole('searchbox').fill('barb')
  await rows.filter({ hasText: 'telescope' }).first().click()
  await page.getByRole('log', { name: 'Conversation' }).getByText('My telescope is broken').waitFor()
  await page.getByRole('searchbox').fill('nothing like this')
  await page.getByText('No conversation has these words.').waitFor()
  await page.getByRole('searchbox').press('Escape')
  await page.getByRole('link', { name: 'Mine' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await choose(page.getByLabel('Channel'), 'WhatsApp')
  await page.getByText('No conversation matches the filter.').waitFor()
  await page.getByRole('button', { name: 'Save filter' }).click()
  await page.getByRole('textbox', { name: 'Name of the filter' }).fill('Phones')
  await page.keyboard.press('Enter')
  const saved = page.getByRole('navigation', { name: 'Saved filters' })
  await saved.getByRole('link', { name: 'Phones' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.goto(`${service.url}${inbox('/open')}`)
  await saved.getByRole('link', { name: 'Phones' }).click()
  await page.getByText('No conversation matches the filter.').waitFor()
  await saved.getByRole('button', { name: 'Delete the filter Phones' }).click()
  await saved.waitFor({ state: 'detached' })
  expect(page.problems).toEqual([])
})

it('inserts saved replies with a slash, by keyboard alone', async () => {
  const { service, browser } = tests
  const sessionId = await begin('Katherine')
  await service.call('POST', `workspaces/${service.workspaceId}/inbox/${sessionId}/take`)
  const page = await openSignedIn(browser, service, inbox(`/mine/${sessionId}`), {
    viewport: { width: 1280, height: 800 },
  })
  const field = page.getByRole('textbox', { name: 'Reply' })
  await field.fill('/')
  await page.getByRole('button', { name: 'Edit saved replies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved replies' })
  for (const [shortcut, text] of [
    ['hours', 'We open at nine, {{Name}}.'],
    ['order', 'Your order {{Number}} is on its way.'],
  ] as const) {
    await dialog.getByRole('button', { name: 'New saved reply' }).click()
    await dialog.getByLabel('Shortcut').fill(shortcut)
    await dialog.getByLabel('Text').fill(text)
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await dialog.getByText('/order').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await field.fill('')
  await field.pressSequentially('Hello! /ho')
  await page.getByRole('option', { name: /hours/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('Hello! We open at nine, Katherine.')
  await field.fill('')
  await field.pressSequentially('/')
  await page.getByRole('option').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('Your order {{Number}} is on its way.')
  await page.keyboard.press('Enter')
  await page.getByText('A placeholder has no value. Send again to send your message, too.').waitFor()
  expect(page.problems).toEqual([])
})

it('lists a conversation that runs with its bot, and takes it over from there', async () => {
  const { service, browser } = tests
  const page = await openSignedIn(browser, service, inbox('/live'), { viewport: { width: 1280, height: 800 } })
  const sessionId = await begin('Hedy Lamarr')
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('button').filter({ hasText: 'Hedy Lamarr' })
  await row.getByText('The bot answers').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await row.click()
  await page.getByRole('log', { name: 'Conversation' }).getByText('What do you need?').waitFor()
  await page.getByRole('button', { name: 'Take over' }).first().click()
  await page.waitForURL(`**/inbox/mine/${sessionId}`)
  await page.getByText('You answer').first().waitFor()
  expect(page.problems).toEqual([])
})

it('shows an agent the inbox of chosen bots, and nothing that is refused', async () => {
  const { service, browser } = tests
  const token = await addPerson(service, 'Lin', { to: `workspaces/${service.workspaceId}`, type: 'AGENT' })
  const admin = await openSignedIn(browser, service, `/workspaces/${service.workspaceId}/settings/members`, {
    viewport: { width: 1280, height: 800 },
  })
  await admin.getByRole('button', { name: /Bots of Lin/ }).click()
  const dialog = admin.getByRole('dialog', { name: 'Bots of Lin' })
  await dialog.getByRole('switch', { name: 'All bots' }).uncheck()
  await dialog.getByRole('switch', { name: 'Support' }).check()
  expect(await findBarriers(admin)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('button', { name: '1 bot, Bots of Lin' }).waitFor()
  const sessionId = await begin('Rosalind')
  await service.call('PATCH', `workspaces/${service.workspaceId}/inbox/${sessionId}`, { assigneeId: null })
  const page = await openSignedIn(browser, { url: service.url, token }, '/', { viewport: { width: 1280, height: 800 } })
  await page.getByText('You answer conversations here.').waitFor()
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('link', { name: 'Unassigned' }).click()
  await page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Take over' }).first().click()
  await page.waitForURL(`**/inbox/mine/${sessionId}`)
  await page.locator('.inbox-row[aria-current="true"]').getByText('Rosalind').waitFor()
  await page
    .getByLabel('File to send')
    .setInputFiles({ name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('On its way') })
  await page.getByRole('list', { name: 'Attached files' }).getByText('order.txt').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lin (you)' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(await findBarriers(page)).toEqual([])
  expect([...page.problems, ...admin.problems]).toEqual([])
})
