import { describedAs, flowTestSchema } from '@colloquy/flow'
import * as z from 'zod'
import type { Endpoint } from './endpoint.js'
import { botParams, timestampSchema } from './shapes.js'

const params = z.object({ botId: z.string(), testId: z.string() })

/** The reference names the parts; docs/test-a-flow.md describes them. */
const test = describedAs(
  z.lazy(flowTestSchema),
  z
    .looseObject({
      name: z.string().meta({ example: 'Ada asks for a quote' }),
      steps: z
        .array(z.looseObject({ reply: z.unknown().optional(), expect: z.array(z.looseObject({})).optional() }))
        .meta({
          description: 'Reply of the visitor, and its expected results. The first one begins the chat',
          example: [{}, { reply: 'Ada', expect: [{ kind: 'message', text: 'Hello Ada', match: 'exact' }] }],
        }),
    })
    .meta({
      id: 'FlowTest',
      description:
        'A conversation that the bot has to hold. Further keys: `start`, `expect`, `table` and `cassette`, as the guide “Test a flow” describes them.',
    }),
)

const storedSchema = z
  .object({
    id: z.string(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    test,
  })
  .meta({ id: 'StoredTest' })

const statusSchema = z.enum(['passed', 'failed', 'stale']).meta({
  id: 'TestStatus',
  description:
    '`passed`: everything came as expected. `failed`: something did not. `stale`: the test names blocks, groups or variables that are gone, and was not run.',
})

const failureSchema = z
  .object({
    step: z.int().optional().meta({
      description: 'The step, from 0; absent for what is expected of the whole conversation',
      example: 1,
    }),
    expectation: z.int().optional().meta({
      description: 'Index of the expectation; absent if the conversation could not continue',
      example: 0,
    }),
    blockId: z.string().optional().meta({ description: 'Where the canvas shows it' }),
    message: z.string().meta({ example: 'The conversation waits elsewhere.' }),
    expected: z.string().optional().meta({ example: 'Company › Text' }),
    actual: z.string().optional().meta({ example: 'Budget › Number' }),
  })
  .meta({ id: 'TestFailure' })

const percent = (example: number) => z.int().meta({ example })
const count = (description: string) => z.int().meta({ description, example: 12 })

/** Tests: conversations that a bot has to hold. */
export const testEndpoints = {
  listTests: {
    id: 'listTests',
    method: 'GET',
    path: '/api/v1/bots/{botId}/tests',
    summary: 'List the tests of a bot, oldest first, with the recorded answers of services; for those who may edit it',
    auth: 'write',
    needs: 'bot.edit',
    params: botParams,
    response: z.object({ tests: z.array(storedSchema) }),
    errors: ['bot_not_found'],
  },
  addTest: {
    id: 'addTest',
    method: 'POST',
    path: '/api/v1/bots/{botId}/tests',
    summary: 'Add a test to a bot',
    auth: 'write',
    needs: 'bot.edit',
    params: botParams,
    body: z.strictObject({ test }),
    bodyLimit: 'chat',
    response: z.object({ test: storedSchema }),
    errors: ['bot_not_found', 'tests_full', 'bot_quota_reached'],
  },
  updateTest: {
    id: 'updateTest',
    method: 'PUT',
    path: '/api/v1/bots/{botId}/tests/{testId}',
    summary: 'Replace a test',
    auth: 'write',
    needs: 'bot.edit',
    params,
    body: z.strictObject({
      test,
      updatedAt: timestampSchema
        .optional()
        .meta({ description: 'Of the version that was edited: the request is rejected if the test was changed since' }),
    }),
    bodyLimit: 'chat',
    response: z.object({ test: storedSchema }),
    errors: ['bot_not_found', 'test_not_found', 'test_changed', 'tests_full', 'bot_quota_reached'],
  },
  deleteTest: {
    id: 'deleteTest',
    method: 'DELETE',
    path: '/api/v1/bots/{botId}/tests/{testId}',
    summary: 'Delete a test',
    auth: 'write',
    needs: 'bot.edit',
    params,
    response: z.object({ test: storedSchema }),
    errors: ['bot_not_found', 'test_not_found'],
  },
  recordTest: {
    id: 'recordTest',
    method: 'POST',
    path: '/api/v1/bots/{botId}/tests/record',
    summary:
      'Turn the conversation of a result or of a preview into a test, with expectations that the draft meets now',
    auth: 'write',
    needs: 'bot.edit',
    params: botParams,
    body: z.strictObject({
      resultId: z.string().max(300).optional().meta({ example: 'r5t8y2u6' }),
      sessionId: z.string().max(300).optional().meta({ description: 'Of a preview, in place of a result' }),
      name: z.string().trim().min(1).max(200).optional().meta({ example: 'Ada asks for a quote' }),
    }),
    bodyLimit: 'chat',
    response: z.object({ test: storedSchema }),
    errors: [
      'bot_not_found',
      'result_not_found',
      'session_not_found',
      'conversation_not_recorded',
      'tests_full',
      'bot_quota_reached',
    ],
  },
  runTests: {
    id: 'runTests',
    method: 'POST',
    path: '/api/v1/bots/{botId}/tests/run',
    summary: 'Run tests on the draft; nothing is called, sent or stored',
    auth: 'read',
    needs: 'bot.test',
    params: botParams,
    body: z.strictObject({
      testIds: z.array(z.string().max(300)).max(500).optional().meta({ description: 'All tests if absent' }),
    }),
    bodyLimit: 'chat',
    isReadOnly: true,
    response: z.object({
      tests: z.array(
        z
          .object({
            id: z.string(),
            name: z.string().meta({ example: 'Ada asks for a quote' }),
            status: statusSchema,
            stale: z
              .array(z.string())
              .meta({ description: 'References to things that were deleted', example: ['Block "Size"'] }),
            runs: z.array(
              z.object({
                row: z.int().optional().meta({ description: 'Row of the table of the test, from 0', example: 0 }),
                failures: z.array(failureSchema),
              }),
            ),
          })
          .meta({ id: 'TestReport' }),
      ),
      counts: z.object({
        passed: count('Tests that passed'),
        failed: count('Tests that failed'),
        stale: count('Tests that were not run, because they name something that is gone'),
      }),
      coverage: z.object({
        percent: z.int().meta({ description: 'Visited blocks, edges and sides of conditions of all', example: 87 }),
        percents: z
          .object({ blocks: percent(92), edges: percent(85), sides: percent(75) })
          .meta({ description: 'The same, by kind' }),
        uncoveredBlockIds: z.array(z.string()).meta({ example: ['q7w2e9r4'] }),
        uncoveredEdgeIds: z.array(z.string()).meta({ example: ['e5d8f1g3'] }),
        uncoveredSides: z.array(z.object({ blockId: z.string(), itemId: z.string().optional() })).meta({
          description: 'Sides of conditions: the item that applies; without one, that none applies',
          example: [{ blockId: 'c3v5b7n9', itemId: 'i2k4m6p8' }],
        }),
      }),
    }),
    errors: ['bot_not_found'],
  },
} as const satisfies Record<string, Endpoint>
