import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { type MessagingWorld, messagingWorld } from '../testing/messaging-world.js'
import { askingBot } from '../testing/test-service.js'

let world: MessagingWorld
beforeAll(async () => {
  world = await messagingWorld()
  const bot = askingBot(newId(), 0)
  const items = ['Berlin', 'Lima', 'Oslo', 'Rome'].map((content, index) => ({ id: `i${index}`, content }))
  const blocks = [
    { id: 'ask', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Where?' }] }] } },
    { id: 'where', type: 'choice input', items, options: { variableId: 'v1' } },
    { id: 'end', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'You said {{Name}}' }] }] } },
  ]
  const groups = bot.groups.map((group) => ({ ...group, blocks }))
  await world.publish({ ...bot, groups }, { listButton: 'Choose' })
})
afterAll(() => world.close())

test('four choices are a list of a bot that asks for lists, and a chosen row answers as a button does', async () => {
  await world.write('4951', 'Hello')
  expect(await world.provider.said('4951', 1)).toEqual(['Where? [Berlin] [Lima] [Oslo] [Rome]'])
  expect(world.provider.messages('4951')[0]?.body.interactive).toMatchObject({
    type: 'list',
    action: { button: 'Choose' },
  })
  const list_reply = { id: 'i2', title: 'Oslo', description: '' }
  await world.write('4951', { type: 'interactive', interactive: { type: 'list_reply', list_reply } })
  expect((await world.provider.said('4951', 2))[1]).toBe('You said Oslo')
})
