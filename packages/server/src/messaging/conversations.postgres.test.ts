import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { tap } from '../testing/messaging-payloads.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'

/** Whole conversations through the provider's webhook and its API. */

let world: MessagingWorld
beforeAll(async () => {
  world = await messagingWorld()
})
afterAll(() => world.close())

const at = { x: 0, y: 0 }
const say = (id: string, text: string) => ({
  id,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text }] }] },
})
const variables = ['Name', 'Out', 'File'].map((name) => ({ id: `v${name}`, name }))

/** A bot with these blocks in one group. */
const botOf = (blocks: object[], more: object = {}) => ({
  variables,
  events: [{ id: 'e1', type: 'start', graphCoordinates: at, outgoingEdgeId: 'ed1' }],
  edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
  groups: [{ id: 'g1', title: 'G', graphCoordinates: at, blocks }],
  ...more,
})

/** A bot with these blocks in one group; each input stores its answer. Only messages that begin with the bot's keyword start a chat. */
async function reachable(blocks: object[], more: { messaging?: object; settings?: object } = {}) {
  const word = newId()
  const bot = botOf(blocks, { settings: more.settings })
  const startCondition = { comparisons: [{ id: 'c', comparisonOperator: 'Starts with', value: word }] }
  const botId = await world.publish(bot, { startCondition, ...more.messaging })
  return { botId, word, from: `49${Math.floor(Math.random() * 1e10)}` }
}

const answersOf = async (botId: string) => {
  await world.settled()
  const [result] = await world.results(botId)
  return result.answers.map(({ content }: { content: string }) => content)
}

test('a conversation with every kind of input is held as on the web, and is a result like any other', async () => {
  const items = ['Red', 'Green', 'Blue', 'A colour with a long name'].map((content, index) => ({
    id: `i${index}`,
    content,
  }))
  const { botId, word, from } = await reachable([
    say('hi', 'Hello {{Name}}'),
    { id: 'text', type: 'text input', options: { variableId: 'vName' } },
    say('age', 'How old?'),
    { id: 'number', type: 'number input', options: { min: 18 } },
    { id: 'email', type: 'email input' },
    { id: 'url', type: 'url input' },
    { id: 'phone', type: 'phone number input' },
    { id: 'date', type: 'date input' },
    { id: 'time', type: 'time input' },
    { id: 'rating', type: 'rating input', options: { length: 10 } },
    say('which', 'Which one, {{Name}}?'),
    { id: 'buttons', type: 'choice input', items },
    say('several', 'And which of these?'),
    { id: 'many', type: 'choice input', options: { isMultipleChoice: true }, items: items.slice(0, 3) },
    {
      id: 'pictures',
      type: 'picture choice input',
      items: [{ id: 'p1', title: 'Cat', description: 'Purrs', pictureSrc: 'https://cdn.example/cat.png' }],
    },
    {
      id: 'cards',
      type: 'cards',
      items: [{ id: 'c1', title: 'Card', description: 'Text', paths: [{ id: 'path1', text: 'Take it' }] }],
    },
    say('bye', 'Bye {{Name}}'),
  ])
  const asked: [string | object, string[]][] = [
    [word, ['Hello']],
    ['Ada', ['How old?']],
    ['12', ['Please enter a number, such as 1500 or 1.5.']],
    ['36', []],
    ['ada@example.com', []],
    ['https://example.com', []],
    ['+49 170 1234567', []],
    ['2026-03-01', []],
    ['12:30', []],
    ['7', ['Which one, Ada? [Red] [Green] [Blue]', '― [A colour with a lon…]']],
    [tap('i3', 'A colour with a lon…'), ['And which of these?\n\n1. Red\n2. Green\n3. Blue']],
    ['1 and 3', ['https://cdn.example/cat.png *Cat*\n\nPurrs [Select]']],
    [tap('p1', 'Select'), ['*Card*\n\nText [Take it]']],
    [tap('path1', 'Take it'), ['Bye Ada']],
  ]
  const said: string[] = []
  for (const [message, expected] of asked) {
    expect((await world.write(from, message)).body).toEqual({ message: 'OK' })
    said.push(...expected)
    expect(await world.provider.said(from, said.length)).toEqual(said)
    await world.settled()
  }
  expect(await answersOf(botId)).toEqual([
    'Ada',
    '36',
    'ada@example.com',
    'https://example.com',
    '+491701234567',
    '01/03/2026',
    '12:30',
    '7',
    'A colour with a long name',
    'Red, Blue',
    'Cat',
    'Card',
  ])
  const [result] = await world.results(botId)
  expect(result).toMatchObject({ isCompleted: true, hasStarted: true })
  const path = `/api/v1/bots/${botId}/results`
  const { transcript } = (await world.service.call('GET', `${path}/${result.id}/transcript`)).body
  expect(transcript.slice(0, 4)).toMatchObject([
    { role: 'bot', text: 'Hello ' },
    { role: 'user', text: 'Ada' },
    { role: 'bot', text: 'How old?' },
    { role: 'user', text: '36' },
  ])
  expect((await world.service.call('GET', `${path}/export?format=csv`)).text).toContain('A colour with a long name')
  const sent = world.provider.messages(from)[0]
  expect(sent).toMatchObject({
    path: '/v21.0/1055501/messages',
    headers: { authorization: 'Bearer planted-messaging-token' },
  })
  expect(sent?.body).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: from,
    type: 'text',
    text: { body: 'Hello', preview_url: false },
  })
})

test('after its end the next message begins a new chat, with a new result', async () => {
  const { botId, word, from } = await reachable([
    say('hi', 'Name?'),
    { id: 'ask', type: 'text input' },
    say('bye', 'Bye'),
  ])
  for (const [message, count] of [
    [word, 1],
    ['Ada', 2],
    [word, 3],
    ['Bob', 4],
  ] as const) {
    await world.write(from, message)
    await world.provider.said(from, count)
    await world.settled()
  }
  expect(await world.provider.said(from, 4)).toEqual(['Name?', 'Bye', 'Name?', 'Bye'])
  expect((await world.results(botId)).length).toBe(2)
})

test('a first message that asks nothing first answers the first input', async () => {
  const { botId, word, from } = await reachable([{ id: 'ask', type: 'text input' }, say('bye', 'Thanks')])
  await world.write(from, `${word} please`)
  expect(await world.provider.said(from, 1)).toEqual(['Thanks'])
  expect(await answersOf(botId)).toEqual([`${word} please`])
})

describe('what a messaging app knows', () => {
  const kinds = [
    'Contact name',
    'Phone number',
    'Environment name',
    'Device type',
    'Referral Source ID',
    'Referral Click ID',
  ]
  const set = kinds.map((type, index) => ({
    id: `s${index}`,
    type: 'Set variable',
    options: { variableId: `k${index}`, type },
  }))
  const known = {
    id: 'known',
    type: 'text',
    content: { richText: [{ type: 'p', children: [{ text: kinds.map((_, index) => `{{K${index}}}`).join('|') }] }] },
  }

  test('is there for the flow, and a referral stays when a later message has none', async () => {
    const word = newId()
    const blocks = [say('hi', 'Hi'), { id: 'ask', type: 'text input' }, ...set, known]
    const bot = botOf(blocks, { variables: kinds.map((_, index) => ({ id: `k${index}`, name: `K${index}` })) })
    await world.publish(bot, {
      startCondition: { comparisons: [{ id: 'c', comparisonOperator: 'Contains', value: word }] },
    })
    const referral = { referral: { source_id: 'ad-7', ctwa_clid: 'click-9' } }
    await world.write('4911', { type: 'text', text: { body: word }, ...referral })
    await world.provider.said('4911', 1)
    await world.write('4911', 'go on')
    expect((await world.provider.said('4911', 2))[1]).toBe('Name of 4911|4911|whatsapp|mobile|ad-7|click-9')
  })
})

test('waits are waited for, a page to open is a link, and actions of browsers are omitted', async () => {
  const { word, from } = await reachable([
    say('one', 'One'),
    { id: 'w', type: 'Wait', options: { secondsToWaitFor: '0.05', shouldPause: true } },
    { id: 'js', type: 'Code', options: { content: 'alert(1)' } },
    { id: 'ga', type: 'Google Analytics', options: { trackingId: 'G-1' } },
    {
      id: 'embed',
      type: 'embed',
      content: { url: 'https://example.com/page', waitForEvent: { isEnabled: true, name: 'x' } },
    },
    { id: 'to', type: 'Redirect', options: { url: 'https://example.com/next' } },
    { id: 'pic', type: 'image', content: { url: 'https://cdn.example/a.png' } },
    { id: 'doc', type: 'embed', content: { url: 'https://cdn.example/My%20paper.pdf?x=1' } },
    { id: 'film', type: 'video', content: { url: 'https://cdn.example/a.mp4' } },
    { id: 'tone', type: 'audio', content: { url: 'https://cdn.example/a.mp3' } },
    say('two', 'Two'),
  ])
  await world.write(from, word)
  expect(await world.provider.said(from, 8)).toEqual([
    'One',
    'https://example.com/page',
    'https://example.com/next',
    'image https://cdn.example/a.png',
    'document https://cdn.example/My%20paper.pdf?x=1',
    'video https://cdn.example/a.mp4',
    'audio https://cdn.example/a.mp3',
    'Two',
  ])
})

test('files are kept with the result, those of several messages in one reply, by the rules of the input', async () => {
  const options = {
    variableId: 'vFile',
    isMultipleAllowed: true,
    allowedFileTypes: { isEnabled: true, types: ['image/png'] },
  }
  const { botId, word, from } = await reachable([
    say('hi', 'Send files'),
    { id: 'file', type: 'file input', options },
    say('more', 'And say something'),
    { id: 'text', type: 'text input' },
    say('end', 'Thanks'),
  ])
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
    'base64',
  )
  world.provider.media.set('m1', { type: 'image/png', content: png })
  world.provider.media.set('m2', { type: 'image/png', content: png })
  world.provider.media.set('bad', { type: 'application/pdf', content: Buffer.from('%PDF-1.4') })
  world.provider.media.set('voice', { type: 'audio/ogg', content: Buffer.from('OggS\0\0') })
  const image = (id: string, caption?: string) => ({ type: 'image', image: { id, mime_type: 'image/png', caption } })
  await world.write(from, word)
  await world.provider.said(from, 1)
  await world.write(from, {
    type: 'document',
    document: { id: 'bad', mime_type: 'application/pdf', filename: 'a.pdf' },
  })
  expect((await world.provider.said(from, 2))[1]).toBe('Please send a file.')
  await Promise.all([world.write(from, image('m1', 'One')), world.write(from, image('m2'))])
  expect((await world.provider.said(from, 3))[2]).toBe('And say something')
  await world.write(from, { type: 'audio', audio: { id: 'voice', mime_type: 'audio/ogg; codecs=opus' } })
  await world.provider.said(from, 4)
  const [files, voice] = await answersOf(botId)
  const addresses = files.split(', ')
  expect(addresses).toHaveLength(2)
  for (const address of addresses) {
    const file = await fetch(address.replace(/^https?:\/\/[^/]+/, `http://127.0.0.1:${world.service.port}`))
    expect(Buffer.from(await file.arrayBuffer()).equals(png)).toBe(true)
  }
  expect(voice).toMatch(/\/api\/bots\/.+\.og[ag]$/)
  const [result] = await world.results(botId)
  const { logs } = (await world.service.call('GET', `/api/v1/bots/${botId}/results/${result.id}/logs`)).body
  expect(logs).toMatchObject([{ status: 'error', description: 'A file from the messaging app was left out' }])
})

test('something for a webhook block waits until the chat is there', async () => {
  const mapping = { responseVariableMapping: [{ id: 'm', variableId: 'vOut', bodyPath: 'data.amount' }] }
  const { botId, word, from } = await reachable([
    say('hi', 'Name?'),
    { id: 'ask', type: 'text input' },
    say('wait', 'One moment'),
    { id: 'hook', type: 'webhook', options: mapping },
    say('paid', 'Paid {{Out}}'),
    { id: 'again', type: 'text input' },
  ])
  await world.write(from, word)
  await world.provider.said(from, 1)
  await world.settled()
  const hook = `/api/v1/bots/${botId}/blocks/hook/results/${await world.resultIdOf(from)}/executeWebhook`
  expect((await world.service.call('POST', hook, { amount: 5 })).body).toEqual({ message: 'OK' })
  await world.write(from, 'Ada')
  expect(await world.provider.said(from, 3)).toEqual(['Name?', 'One moment', 'Paid 5'])
})

test('somebody who writes while another system is waited for is not answered', async () => {
  const { botId, word, from } = await reachable([
    say('hi', 'One moment'),
    { id: 'hook', type: 'webhook', options: {} },
    say('done', 'Done'),
    { id: 'again', type: 'text input' },
  ])
  await world.write(from, word)
  await world.provider.said(from, 1)
  await world.write(from, 'Hello?')
  await world.settled()
  const hook = `/api/v1/bots/${botId}/blocks/hook/results/${await world.resultIdOf(from)}/executeWebhook`
  await world.service.call('POST', hook, {})
  expect(await world.provider.said(from, 2)).toEqual(['One moment', 'Done'])
})

describe('which bot is begun', () => {
  test('the first whose condition is met, else the first without one, and nobody is answered by none', async () => {
    const other = await messagingWorld()
    try {
      const bot = (text: string) => botOf([say('hi', text)])
      const when = (value: string) => ({
        startCondition: { comparisons: [{ id: 'c', comparisonOperator: 'Contains', value }] },
      })
      await other.publish(bot('off'), { isEnabled: false })
      await other.publish(bot('sales'), when('buy'))
      await other.write('1', 'hello')
      await other.settled()
      expect(other.provider.messages('1')).toEqual([])
      const anyId = await other.publish(bot('any'), { startCondition: { comparisons: [] } })
      await other.publish(bot('later'))
      await other.write('2', 'I want to BUY')
      await other.write('3', 'hello')
      expect(await other.provider.said('2', 1)).toEqual(['sales'])
      expect(await other.provider.said('3', 1)).toEqual(['any'])
      await other.service.call('PATCH', `/api/v1/bots/${anyId}`, { bot: { isClosed: true } })
      await other.write('4', 'hello')
      expect(await other.provider.said('4', 1)).toEqual(['later'])
      await other.service.storage.workspaces.update(other.service.workspaceId, { isSuspended: true }, Date.now())
      await other.write('5', 'hello')
      await other.write('4', 'more')
      await other.settled()
      expect(other.provider.messages('5')).toEqual([])
      expect(other.provider.messages('4')).toHaveLength(1)
    } finally {
      await other.close()
    }
  })
})

test('a chat that was left for too long begins again', async () => {
  let later = 0
  const other = await messagingWorld({}, { clock: () => Date.now() + later })
  try {
    const blocks = [say('hi', 'Name?'), { id: 'ask', type: 'text input' }, say('bye', 'Bye')]
    const bot = botOf([...blocks, { id: 'more', type: 'text input' }])
    await other.publish(bot, { sessionExpiryTimeout: 0.5 })
    const write = (text: string) => other.write('1', text)
    await write('hello')
    await other.provider.said('1', 1)
    await other.settled()
    later = 0.4 * 3_600_000
    await write('Ada')
    await other.provider.said('1', 2)
    await other.settled()
    const before = await other.resultIdOf('1')
    later = 0.95 * 3_600_000
    await write('Ada')
    expect(await other.provider.said('1', 3)).toEqual(['Name?', 'Bye', 'Name?'])
    await other.settled()
    expect(await other.resultIdOf('1')).not.toBe(before)
  } finally {
    await other.close()
  }
})
