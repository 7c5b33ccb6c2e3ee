import { expect, it } from 'vitest'
import { addPerson } from './testing/add-person.js'
import { openPage, openSignedIn } from './testing/browser.js'
import { choose } from './testing/choose.js'
import { group, words } from './testing/flow-parts.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Shop',
  publicId: 'shop',
  settings: { general: { rememberUser: { isEnabled: true, storage: 'local' } } },
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'Question' } },
    { id: 'e1', from: { blockId: 'slot' }, to: { groupId: 'End' } },
  ],
  variables: [{ id: 'vName', name: 'Name' }],
  groups: [
    group('Question', [
      words('t1', 'Who are you?'),
      { id: 'name', type: 'text input', options: { variableId: 'vName' } },
      { id: 'human', type: 'person', options: { message: 'One moment, {{Name}}', note: 'This is {{Name}}' } },
      words('t2', 'Anything else?'),
      { id: 'more', type: 'text input' },
    ]),
    group('Slot', [words('t3', 'Which slot, {{Name}}?'), { id: 'slot', type: 'text input', outgoingEdgeId: 'e1' }], {
      x: 400,
      title: 'Book a slot',
    }),
    group('End', [words('t4', 'See you then, {{Name}}.')], { x: 800 }),
  ],
}

it('a visitor asks, waits, is answered by one of two agents with a file, books a slot with the bot, and finishes', async () => {
  const { service, browser } = tests
  const botId = await service.make(flow)
  await service.call('POST', `bots/${botId}/publish`)
  const desktop = { viewport: { width: 1280, height: 800 } }
  const agent = async (name: string) => {
    const token = await addPerson(service, name, { to: `workspaces/${service.workspaceId}`, type: 'AGENT' })
    const path = `/workspaces/${service.workspaceId}/inbox/unassigned`
    const page = await openSignedIn(browser, { url: service.url, token }, path, desktop)
    await page.getByText('Nobody waits for a person.').waitFor()
    return page
  }
  const [ana, ben] = [await agent('Ana'), await agent('Ben')]

  const visitor = await openPage(browser, { viewport: { width: 390, height: 844 } })
  await visitor.goto(`${service.url}/c/shop`)
  const chat = visitor.getByRole('log', { name: 'Chat' })
  const write = async (text: string) => {
    await visitor.getByRole('textbox').fill(text)
    await visitor.getByRole('textbox').press('Enter')
  }
  await write('Grace')
  await chat.getByText('One moment, Grace').waitFor()
  await visitor.getByText('A person will answer here.').waitFor()
  await write('Where is my order?')

  for (const page of [ana, ben])
    await page.getByRole('list', { name: 'Conversations' }).getByText('Where is my order?').click()
  const said = (page: typeof ana) => page.getByRole('log', { name: 'Conversation' })
  await said(ana).getByText('This is Grace').waitFor()
  await ana.getByRole('button', { name: 'Take over' }).first().click()
  await visitor.getByText('You are talking to Ana.').waitFor()
  await ben.getByText('Ana answers').first().waitFor()

  // Both write at once: the second one is asked.
  const reply = (page: typeof ana) => page.getByRole('textbox', { name: 'Reply' })
  await reply(ana).fill('Let me look.')
  await ben.getByRole('button', { name: 'Take over' }).first().click()
  await visitor.getByText('You are talking to Ben.').waitFor()
  await reply(ben).pressSequentially('Hello')
  await ana.getByText('Take over to reply in this conversation.').waitFor()
  await ana.getByRole('button', { name: 'Take over' }).last().click()
  await expect.poll(() => reply(ana).inputValue()).toBe('Let me look.')
  await reply(ana).pressSequentially(' It')
  await ben.getByRole('button', { name: 'Take over' }).first().waitFor()

  // Without a connection, what was written is kept, also over a reload.
  await ana.context().setOffline(true)
  await reply(ana).pressSequentially(' was sent.')
  await ana.context().setOffline(false)
  await ana.reload()
  await expect.poll(() => reply(ana).inputValue()).toBe('Let me look. It was sent.')

  await ana
    .getByLabel('File to send')
    .setInputFiles({ name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('On its way') })
  await ana.getByRole('list', { name: 'Attached files' }).getByText('order.txt').waitFor()
  await ana.getByRole('button', { name: 'Send', exact: true }).click()
  await said(ana).getByRole('button', { name: 'Send now' }).click()
  await chat.getByText('Let me look. It was sent.').waitFor()
  await visitor.getByRole('link', { name: /\.txt/ }).waitFor()
  await said(ben).getByText('Let me look. It was sent.').waitFor()

  await ana.getByRole('button', { name: 'Return to the bot' }).click()
  const dialog = ana.getByRole('dialog', { name: 'Return to the bot' })
  await choose(dialog.getByLabel('The bot continues'), 'Book a slot')
  await dialog.getByRole('button', { name: 'Return to the bot' }).click()
  await chat.getByText('Which slot, Grace?').waitFor()
  await write('Tomorrow')
  await chat.getByText('See you then, Grace.').waitFor()
  const { results } = await service.call('GET', `bots/${botId}/results?limit=1`)
  expect(results[0]).toMatchObject({ isCompleted: true })
  expect(visitor.problems).toEqual([])
})
