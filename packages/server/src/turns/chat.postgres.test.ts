import { readFileSync } from 'node:fs'
import { endpoints } from '@colloquy/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingBot, testService } from '../testing/test-service.js'

let service: Awaited<ReturnType<typeof testService>>
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const start = (publicId: string, body?: unknown, headers = {}) =>
  service.call('POST', `/api/v1/bots/${publicId}/startChat`, body, headers)
const say = (sessionId: string, message: string, headers = {}) =>
  service.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message }, headers)

test.each([[undefined], [{}], ['[]']])('a chat starts with body %s', async (body) => {
  const publicId = `start-${Math.random().toString(36).slice(2)}`
  await service.publish(askingBot(publicId))
  const answer = await start(publicId, body)
  expect(answer.status).toBe(200)
  expect(endpoints.startChat.response.safeParse(answer.body).error).toBeUndefined()
  expect(answer.body).toMatchObject({ messages: [{ type: 'text' }], input: { id: 'in0' }, bot: { version: '6' } })
})

test('an ended chat says so, an unknown one does not', async () => {
  await service.publish(askingBot('ends', 1))
  const { sessionId } = (await start('ends')).body
  expect((await say(sessionId, 'bye')).status).toBe(200)
  expect((await say(sessionId, 'again')).body).toMatchObject({ status: 404, code: 'session_ended' })
  expect((await say('unknown', 'x')).body).toMatchObject({ status: 404, code: 'session_not_found' })
})

test('two replies at once are both answered, three hundred times', async () => {
  await service.publish(askingBot('pairs', 2))
  for (let round = 0; round < 300; round++) {
    const { sessionId } = (await start('pairs')).body
    const answers = await Promise.all([say(sessionId, 'a'), say(sessionId, 'b')])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect((await service.storage.sessions.turns(sessionId)).map((turn) => turn.number)).toEqual([1, 2, 3])
  }
}, 120_000)

test('closed, unpublished and deleted bots', async () => {
  const id = await service.publish(askingBot('states'))
  const { sessionId } = (await start('states')).body
  await service.call('PATCH', `/api/v1/bots/${id}`, { bot: { isClosed: true } })
  expect((await start('states')).body.code).toBe('bot_closed')
  await service.call('POST', `/api/v1/bots/${id}/unpublish`)
  expect((await start('states')).status).toBe(404)
  expect((await say(sessionId, 'still here')).status).toBe(200)
  await service.call('DELETE', `/api/v1/bots/${id}`)
  expect((await say(sessionId, 'gone')).status).toBe(404)
})

test('metrics count turns by outcome, without personal data', async () => {
  const id = await service.publish(askingBot('figures', 1))
  const { sessionId } = (await start('figures')).body
  await say(sessionId, 'bye')
  await say(sessionId, 'again')
  const { text } = await service.call('GET', '/metrics')
  expect(text).toContain('colloquy_busy_sessions 0')
  expect(text).toMatch(/colloquy_guessed_turns_total\{guess="right"\} [1-9]/)
  expect(text).toMatch(/colloquy_guessed_turns_total\{guess="wrong"\} \d/)
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const named = page.match(/`(colloquy|nodejs|process)_\w+`/g) ?? []
  expect(named.length).toBeGreaterThan(5)
  for (const name of named) expect(text).toContain(name.slice(1, -1))
  for (const [operation, outcome] of [
    ['start', 'ok'],
    ['continue', 'ok'],
    ['continue', 'session_ended'],
  ]) {
    const line = `colloquy_turn_duration_seconds_count{operation="${operation}",outcome="${outcome}"}`
    expect(Number(text.split(`${line} `)[1]?.split('\n')[0])).toBeGreaterThan(0)
  }
  for (const secret of [id, sessionId, 'figures']) expect(text).not.toContain(secret)
})
