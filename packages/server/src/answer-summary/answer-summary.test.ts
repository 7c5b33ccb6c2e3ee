import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.js'
import { chatClient, group, textBubble } from '../testing/chat-client.js'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
let now = Date.parse('2026-11-01T12:00:00Z')
beforeAll(async () => {
  service = await testService({}, { clock: () => now })
})
afterAll(() => service.close())

const { start, say } = chatClient(() => service)

/** A bot that asks for fruit (several choices), a rating and a text. */
function surveyBot(publicId: string) {
  const items = ['Apple', 'Pear'].map((content) => ({ id: content, content }))
  return {
    publicId,
    events: [{ id: 'e1', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'ed1' }],
    edges: [{ id: 'ed1', from: { eventId: 'e1' }, to: { groupId: 'g1' } }],
    variables: [{ id: 'v1', name: 'Fruit' }],
    groups: [
      group(
        'g1',
        textBubble('t1', 'Which fruit?'),
        { id: 'fruit', type: 'choice input', items, options: { variableId: 'v1', isMultipleChoice: true } },
        { id: 'score', type: 'rating input', options: { buttonType: 'Numbers' } },
        { id: 'words', type: 'text input', options: {} },
      ),
    ],
  }
}

/** Chats with these replies; returns the id of the result. */
async function chat(publicId: string, replies: readonly string[]): Promise<string> {
  now += 1_000
  const { sessionId, resultId } = (await start(publicId)).body
  for (const reply of replies) {
    now += 1_000
    expect((await say(sessionId, reply)).status).toBe(200)
  }
  return resultId
}

const summaryOf = async (botId: string, query = 'timeFilter=allTime') =>
  (await service.call('GET', `/api/v1/bots/${botId}/results/summary?${query}`)).body

test('sums up choices, ratings and texts by question, in the order of the flow', async () => {
  const publicId = newId()
  const botId = await service.publish(surveyBot(publicId))
  await chat(publicId, ['Apple, Pear', '9', 'First'])
  await chat(publicId, ['Pear', '3'])
  const last = await chat(publicId, ['Pear', '10', 'x'.repeat(600)])
  await chat(publicId, [])
  expect(await summaryOf(botId)).toEqual({
    results: 3,
    otherAnswers: 0,
    readFrom: null,
    questions: [
      {
        blockId: 'fruit',
        groupId: 'g1',
        label: 'Fruit',
        text: 'Which fruit?',
        answers: 3,
        results: 3,
        left: 0,
        summary: {
          kind: 'choices',
          isMultiple: true,
          choices: [
            { label: 'Apple', answers: 1 },
            { label: 'Pear', answers: 3 },
          ],
          others: 0,
        },
      },
      expect.objectContaining({
        blockId: 'score',
        text: null,
        answers: 3,
        left: 1,
        summary: expect.objectContaining({
          average: 22 / 3,
          median: 9,
          nps: { score: 33, promoters: 2, passives: 0, detractors: 1 },
        }),
      }),
      expect.objectContaining({
        blockId: 'words',
        answers: 2,
        summary: {
          kind: 'texts',
          newest: [
            { resultId: last, createdAt: expect.any(String), text: 'x'.repeat(500), isCut: true },
            expect.objectContaining({ text: 'First', isCut: false }),
          ],
        },
      }),
    ],
  })
})

test('of a release has the chats that began while it was live, with the questions that it had', async () => {
  const publicId = newId()
  const botId = await service.publish(surveyBot(publicId))
  await chat(publicId, ['Apple', '5', 'Old'])
  const old = (await service.call('GET', `/api/v1/bots/${botId}/publishedBot`)).body.publishedBot.id
  now += 1_000
  const [only] = surveyBot(publicId).groups
  const blocks = only?.blocks.filter((block) => (block as { id: string }).id !== 'words')
  await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { groups: [{ ...only, blocks }] } })
  await service.call('POST', `/api/v1/bots/${botId}/publish`)
  const current = (await service.call('GET', `/api/v1/bots/${botId}/publishedBot`)).body.publishedBot.id
  await chat(publicId, ['Pear', '7'])
  const idsOf = ({ questions }: { questions: { blockId: string }[] }) => questions.map(({ blockId }) => blockId)

  const all = await summaryOf(botId)
  expect(all).toMatchObject({ results: 2, otherAnswers: 1 })
  expect(idsOf(all)).toEqual(['fruit', 'score'])
  const before = await summaryOf(botId, `timeFilter=allTime&releaseId=${old}`)
  expect(before).toMatchObject({ results: 1, otherAnswers: 0 })
  expect(idsOf(before)).toEqual(['fruit', 'score', 'words'])
  expect(await summaryOf(botId, `timeFilter=allTime&releaseId=${current}`)).toMatchObject({
    results: 1,
    questions: [{ summary: { choices: [{ answers: 0 }, { label: 'Pear', answers: 1 }] } }, { answers: 1 }],
  })
  const elsewhere = await service.publish(surveyBot(newId()))
  const foreign = await service.call('GET', `/api/v1/bots/${elsewhere}/results/summary?releaseId=${old}`)
  expect(foreign.body.code).toBe('release_not_found')
})

test('keeps to its period', async () => {
  const publicId = newId()
  const botId = await service.publish(surveyBot(publicId))
  await chat(publicId, ['Apple'])
  now += 3 * 86_400_000
  await chat(publicId, ['Pear'])
  expect(await summaryOf(botId, 'timeFilter=today')).toMatchObject({ results: 1 })
  expect(await summaryOf(botId, 'timeFilter=last7Days')).toMatchObject({ results: 2 })
})
