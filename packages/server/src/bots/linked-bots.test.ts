import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: '{"linkedBots":2,"linkedBotBytes":6000}' })
})
afterAll(() => service.close())

const create = async (bot: object): Promise<string> =>
  (await service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot })).body.bot.id

async function linking(...botIds: string[]): Promise<string> {
  const bot = askingBot(`linking-${botIds.length}-${botIds[0]}`, 1)
  const links = botIds.map((botId, index) => ({
    id: `link${index}`,
    type: 'Bot link',
    options: { botId, mergeResults: true },
  }))
  bot.groups[0]?.blocks.push(...(links as never[]))
  return create(bot)
}

const linkedTo = async (botId: string): Promise<string[]> =>
  (await service.call('GET', `/api/v1/bots/${botId}/linkedBots`)).body.bots.map(({ id }: { id: string }) => id)

test('A list of linked bots ends at the limit of their number', async () => {
  const ids = [
    await create(askingBot('one', 1)),
    await create(askingBot('two', 1)),
    await create(askingBot('three', 1)),
  ]
  expect((await linkedTo(await linking(...ids))).toSorted()).toEqual(ids.slice(0, 2).toSorted())
})

test('A list of linked bots ends before the bot whose flow exceeds their bytes', async () => {
  const small = await create(askingBot('small', 1))
  const large = await create({
    ...askingBot('large', 1),
    variables: [{ id: 'v', name: 'V', value: 'x'.repeat(6_000) }],
  })
  expect(await linkedTo(await linking(small, large))).toEqual([small])
})

test('A guest sees the credentials that a shared bot uses, wherever they are in a long draft', async () => {
  const used = await service.addCredentials('openai', { apiKey: 'sk-x' }, { name: 'Used' })
  await service.addCredentials('openai', { apiKey: 'sk-y' }, { name: 'Other' })
  const guest = await service.addMember(service.workspaceId, 'GUEST')
  const as = { authorization: `Bearer ${guest.value}` }
  for (const length of [10, 249_800, 249_900, 250_100, 400_000]) {
    const bot = askingBot(`long-${length}`, 1)
    const block = { id: 'ai', type: 'openai', options: { credentialsId: used, action: 'Create chat completion' } }
    bot.groups[0]?.blocks.unshift({
      id: 'note',
      type: 'text',
      content: { richText: [{ type: 'p', children: [{ text: 'x'.repeat(length) }] }] },
    } as never)
    bot.groups[0]?.blocks.push(block as never)
    const botId = await create(bot)
    const share = { botId, userId: guest.userId, type: 'READ' as const, createdAt: 1, updatedAt: 1 }
    await service.storage.collaborators.add(service.workspaceId, share)
    const { credentials } = (
      await service.call('GET', `/api/v1/credentials?workspaceId=${service.workspaceId}`, undefined, as)
    ).body
    expect(credentials.map(({ name }: { name: string }) => name)).toEqual(['Used'])
    await service.storage.collaborators.remove(botId, guest.userId)
  }
})
