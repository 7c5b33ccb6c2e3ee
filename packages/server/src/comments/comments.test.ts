import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { followLive } from '../testing/live-client.js'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const as = (token: string) => ({ authorization: `Bearer ${token}` })

test('a thread about a block has an author, a time and answers, and is resolved and taken up again', async () => {
  const botId = await service.publish(askingBot(newId()))
  const path = `/api/v1/bots/${botId}/comments`
  const { comment } = (await service.call('POST', path, { groupId: 'g1', blockId: 'b1', text: ' Too long? ' })).body
  expect(comment).toMatchObject({ groupId: 'g1', blockId: 'b1', text: 'Too long?', author: { name: 'Owner' } })
  const member = await service.addMember(service.workspaceId, 'MEMBER')
  const answer = { groupId: 'elsewhere', threadId: comment.id, text: 'No.' }
  const { status, body } = await service.call('POST', path, answer, as(member.value))
  expect(status).toBe(200)
  expect(body.comment).toMatchObject({ threadId: comment.id, groupId: 'g1', blockId: 'b1' })
  const nested = await service.call('POST', path, { ...answer, threadId: body.comment.id })
  expect(nested.status).toBe(404)
  const resolved = await service.call('PATCH', `${path}/${comment.id}`, { isResolved: true }, as(member.value))
  expect(resolved.body.comment.resolvedAt).toMatch(/^20/)
  await service.call('PATCH', `${path}/${comment.id}`, { isResolved: false })
  const { comments } = (await service.call('GET', path)).body
  expect(comments.map((it: { text: string; resolvedAt: string | null }) => [it.text, it.resolvedAt])).toEqual([
    ['Too long?', null],
    ['No.', null],
  ])
  expect((await service.call('DELETE', `${path}/${comment.id}`, undefined, as(member.value))).status).toBe(403)
  expect((await service.call('DELETE', `${path}/${comment.id}`)).status).toBe(200)
  expect((await service.call('GET', path)).body.comments).toEqual([])
})

test('a guest who may only read a bot may speak about it, and about no other one', async () => {
  const [botId, otherId] = [await service.publish(askingBot(newId())), await service.publish(askingBot(newId()))]
  const guest = await service.addMember(service.workspaceId, 'GUEST')
  const share = { botId, userId: guest.userId, type: 'READ', createdAt: 1, updatedAt: 1 } as const
  await service.storage.collaborators.add(service.workspaceId, share)
  const speak = (id: string) =>
    service.call('POST', `/api/v1/bots/${id}/comments`, { groupId: 'g1', text: 'Hm.' }, as(guest.value))
  expect([(await speak(botId)).status, (await speak(otherId)).status]).toEqual([200, 404])
})

test('subscribers of a bot are notified of a comment, without its text', async () => {
  const botId = await service.publish(askingBot(newId()))
  const client = await followLive(`http://127.0.0.1:${service.port}`, botId, as(service.token))
  await service.call('POST', `/api/v1/bots/${botId}/comments`, { groupId: 'g1', text: 'Between us' })
  await expect.poll(() => client.of('comments').map(({ data }) => data), { timeout: 20_000 }).toEqual([{}])
  client.close()
})
