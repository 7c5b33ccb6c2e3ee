import { ApiError } from '@colloquy/api'
import { maxTestBytes } from '@colloquy/flow'
import type { BotRow, BotTest } from '@colloquy/storage'
import type { Handlers } from '../http/handler.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import { readPreview, readRecording } from '../replays/read-recordings.js'
import type { Needs } from '../service.js'
import { addTests, newTest, remainingOf, shownTest, testInput } from './stored-tests.js'

type TestHandlers = Handlers<'listTests' | 'addTest' | 'updateTest' | 'deleteTest' | 'recordTest' | 'runTests'>

/** Tests run in the flow worker thread, whatever their size. */
const alwaysInThread = Number.POSITIVE_INFINITY

/** Conversations that a bot has to pass. They contain answers of services, so only people who may edit the bot can see them. */
export const testHandlers: TestHandlers = {
  async listTests({ storage }, { bot }) {
    return { tests: (await storage.botTests.list(bot.id)).map(shownTest) }
  },

  async addTest(service, { body, bot }) {
    const test = newTest(bot.id, body.test, service.now())
    checkSize(test)
    await addTests(service, [test])
    return { test: shownTest(test) }
  },

  async updateTest(service, { params, body, bot }) {
    const test = { ...newTest(bot.id, body.test, service.now()), id: params.testId }
    checkSize(test)
    const basedOn = body.updatedAt === undefined ? undefined : Date.parse(body.updatedAt)
    const updated = await service.storage.botTests.update(test, remainingOf(service), basedOn)
    if (updated === 'changed') throw new ApiError('test_changed')
    if (updated === 'missing') throw new ApiError('test_not_found')
    if (updated === 'full') throw new LimitExceeded('botTests')
    return { test: shownTest(updated) }
  },

  async deleteTest({ storage }, { params, bot }) {
    const test = await storage.botTests.delete(bot.id, params.testId)
    if (!test) throw new ApiError('test_not_found')
    return { test: shownTest(test) }
  },

  async recordTest(service, { body, bot }) {
    const conversation = await recordedConversation(service, bot, body)
    const { length } = await service.storage.botTests.list(bot.id)
    const input = { ...(await testInput(service, bot)), conversation, name: body.name ?? `Conversation ${length + 1}` }
    const outcome = await service.flows.run(bot.workspaceId, 'recordStoredTest', input, alwaysInThread)
    if (!outcome.ok) throw new ApiError('conversation_not_recorded', { message: outcome.reason })
    const test = newTest(bot.id, outcome.test, service.now())
    await addTests(service, [test])
    return { test: shownTest(test) }
  },

  async runTests(service, { body, bot }) {
    const stored = await service.storage.botTests.list(bot.id)
    const wanted = body.testIds && new Set(body.testIds)
    const tests = stored.filter(({ id }) => !wanted || wanted.has(id)).map(({ id, test }) => ({ id, test }))
    const input = { ...(await testInput(service, bot)), tests }
    const report = await service.flows.run(bot.workspaceId, 'runStoredTests', input, alwaysInThread)
    const { percent, percents, blocks, edges, sides } = report.coverage
    const uncovered = (parts: typeof blocks) => parts.flatMap(({ id, isCovered }) => (isCovered ? [] : id))
    return {
      tests: report.tests.map(({ id, name, status, stale, runs }) => ({
        id,
        name,
        status,
        stale,
        runs: runs.map(({ row, failures }) => ({
          ...(row !== undefined && { row }),
          failures: failures.map(({ instead: _, ...failure }) => failure),
        })),
      })),
      counts: report.counts,
      coverage: {
        percent,
        percents,
        uncoveredBlockIds: uncovered(blocks),
        uncoveredEdgeIds: uncovered(edges),
        uncoveredSides: sides.flatMap(({ blockId, itemId, isCovered }) =>
          isCovered ? [] : [{ blockId, ...(itemId !== undefined && { itemId }) }],
        ),
      },
    }
  },
}

async function recordedConversation(
  service: Needs<'storage' | 'config' | 'secret'>,
  bot: BotRow,
  { resultId, sessionId }: { resultId?: string | undefined; sessionId?: string | undefined },
) {
  if ((resultId === undefined) === (sessionId === undefined)) {
    throw new ApiError('invalid_request', {
      issues: [{ path: 'resultId', message: 'Give either a resultId or the sessionId of a preview' }],
    })
  }
  const { storage } = service
  if (sessionId !== undefined) {
    const session = await storage.sessions.get(sessionId)
    if (session?.botId !== bot.id || session.releaseId !== null) throw new ApiError('session_not_found')
    return readPreview(service, sessionId)
  }
  const result = await storage.results.get(bot.workspaceId, bot.id, resultId ?? '')
  const conversation = result && (await readRecording(service, result))
  if (!conversation) throw new ApiError('result_not_found')
  return conversation
}

function checkSize({ test }: BotTest): void {
  if (Buffer.byteLength(test) <= maxTestBytes) return
  const message = `A test may take ${maxTestBytes} bytes as JSON: this one takes ${Buffer.byteLength(test)}`
  throw new ApiError('invalid_request', { issues: [{ path: 'test', message }] })
}
