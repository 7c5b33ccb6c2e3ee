import type { EndpointId } from '@colloquy/api'
import { newId } from '../ids.js'
import { deepHeadCode, inUnknownWorkspace, overBotBytes, unknown } from './common-failures.js'
import type { Drive, Failures } from './operation-world.js'
import { populatedWorkspace } from './populated-workspace.js'

const foreignFolder: Drive = ({ ids, run }) =>
  run({ body: { workspaceId: ids.workspaceId, bot: { folderId: newId() } } })

const tooManyTests: Drive = async ({ service, ids, run }) => {
  const { botTests } = service.storage
  const tests = Array.from({ length: 500 }, () => ({ id: newId(), name: 'T', test: '{}', createdAt: 1, updatedAt: 1 }))
  await botTests.add(
    tests.map((test) => ({ ...test, botId: ids.botId })),
    { tests: 1000, bytes: 10_000 },
  )
  return run()
}

const longText = 'x'.repeat(20_000)

const emptyFile = {
  version: '6',
  name: 'Empty',
  groups: [],
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } }],
  edges: [],
  variables: [],
  theme: {},
  settings: {},
}

/** Failures of a request whose key created a bot before. */
const ofRepeatedCreation: Failures = {
  idempotency_key_reused: async ({ ids, run }) => {
    const headers = { 'idempotency-key': newId() }
    await run({ body: { workspaceId: ids.workspaceId, bot: { ...emptyFile, name: 'One' } }, headers })
    return run({ body: { workspaceId: ids.workspaceId, bot: { ...emptyFile, name: 'Another' } }, headers })
  },
  bot_not_found: async ({ service, ids, as, run }) => {
    const call = {
      body: { workspaceId: ids.workspaceId, bot: emptyFile },
      headers: { 'idempotency-key': newId() },
    }
    const { bot } = (await run(call)).body
    await service.call('DELETE', `/api/v1/bots/${bot.id}`, undefined, as)
    return run(call)
  },
}

/** Failures of the operations on bots, drafts, comments and tests, by error code. */
export const botFailures: Partial<Record<EndpointId, Failures>> = {
  listBots: { workspace_not_found: inUnknownWorkspace },
  listBotCards: { workspace_not_found: unknown('workspaceId') },
  createBot: {
    workspace_not_found: inUnknownWorkspace,
    ...ofRepeatedCreation,
    head_code_not_allowed: ({ ids, run }) => {
      const settings = { metadata: { customHeadCode: deepHeadCode } }
      return run({ body: { workspaceId: ids.workspaceId, bot: { settings } } })
    },
    folder_not_found: foreignFolder,
    public_id_taken: ({ ids, run }) => run({ body: { workspaceId: ids.workspaceId, bot: { publicId: ids.publicId } } }),
    invalid_flow: ({ ids, run }) => {
      const options = { responseVariableMapping: [{ id: 'm', bodyPath: '$..price' }] }
      const blocks = [{ id: 'call', type: 'webhook', options }]
      const groups = [{ id: 'g1', title: '', graphCoordinates: { x: 0, y: 0 }, blocks }]
      return run({ body: { workspaceId: ids.workspaceId, bot: { groups } } })
    },
  },
  importBot: {
    workspace_not_found: inUnknownWorkspace,
    ...ofRepeatedCreation,
    invalid_flow: ({ ids, run }) => run({ body: { workspaceId: ids.workspaceId, bot: { version: '9' } } }),
  },
  getBot: { bot_not_found: unknown('botId') },
  updateBot: {
    bot_not_found: unknown('botId'),
    head_code_not_allowed: ({ update }) => update({ settings: { metadata: { customHeadCode: deepHeadCode } } }),
    folder_not_found: foreignFolder,
    credentials_not_found: ({ update }) => update({ messagingCredentialsId: newId() }),
    update_conflict: ({ update }) => update({ updatedAt: '2020-01-01T00:00:00.000Z' }),
    public_id_taken: async ({ service, update }) =>
      update({ publicId: (await populatedWorkspace(service)).ids.publicId }),
    custom_domain_taken: async ({ service, ids, as, update }) => {
      const { workspaceId } = ids
      const name = `${newId()}.example.com`
      await service.call('POST', '/api/v1/custom-domains', { workspaceId, name }, as)
      const { bot } = (await service.call('POST', '/api/v1/bots', { workspaceId, bot: {} }, as)).body
      await service.call('PATCH', `/api/v1/bots/${bot.id}`, { bot: { customDomain: name } }, as)
      return update({ customDomain: name })
    },
    domain_not_claimed: ({ update }) => update({ customDomain: `${newId()}.example.com` }),
    invalid_flow: ({ update }) => update({ name: 7 }),
    bot_quota_reached: overBotBytes({ body: { bot: { theme: { customCss: longText } } } }),
  },
  applyOperations: {
    bot_not_found: unknown('botId'),
    invalid_operation: ({ run }) => {
      const set = { kind: 'set', path: ['groups', '#g1', 'title'], value: 7, was: 'G' }
      return run({ body: { id: newId(), revision: 0, operations: [set] } })
    },
    head_code_not_allowed: ({ run }) => {
      const set = { kind: 'set', path: ['settings', 'metadata'], value: { customHeadCode: deepHeadCode } }
      return run({ body: { id: newId(), revision: 0, operations: [set] } })
    },
    too_many_operations: ({ run }) => {
      const set = { kind: 'set', path: ['groups', '#g1', 'title'], value: 'A', was: 'G' }
      return run({ body: { id: newId(), revision: 0, operations: Array(501).fill(set) } })
    },
    bot_quota_reached: overBotBytes({
      body: {
        id: newId(),
        revision: 0,
        operations: [{ kind: 'set', path: ['theme', 'customCss'], value: longText }],
      },
    }),
  },
  followBot: {
    bot_not_found: unknown('botId'),
    too_many_requests: async ({ service, ids, as, run }) => {
      const url = `http://127.0.0.1:${service.port}/api/v1/bots/${ids.botId}/live`
      const following = await Promise.all(Array.from({ length: 100 }, () => fetch(url, { headers: as })))
      const answer = await run()
      await Promise.all(following.map(({ body }) => body?.cancel()))
      return answer
    },
  },
  sharePosition: { bot_not_found: unknown('botId') },
  shareCursor: { bot_not_found: unknown('botId') },
  listComments: { bot_not_found: unknown('botId') },
  readComments: { bot_not_found: unknown('botId') },
  listMentionable: { bot_not_found: unknown('botId') },
  addComment: {
    bot_not_found: unknown('botId'),
    bot_quota_reached: overBotBytes({ body: { groupId: 'g1', text: longText.slice(0, 100) } }),
    comment_not_found: ({ run }) => run({ body: { groupId: 'g1', threadId: newId(), text: 'Yes.' } }),
  },
  updateComment: { bot_not_found: unknown('botId'), comment_not_found: unknown('commentId') },
  deleteComment: {
    bot_not_found: unknown('botId'),
    comment_not_found: unknown('commentId'),
    forbidden: async ({ service, ids, run }) => {
      const { value } = await service.addMember(ids.workspaceId, 'MEMBER')
      return run({ headers: { authorization: `Bearer ${value}` } })
    },
  },
  listTests: { bot_not_found: unknown('botId') },
  addTest: { bot_not_found: unknown('botId'), tests_full: tooManyTests },
  updateTest: {
    bot_not_found: unknown('botId'),
    test_not_found: unknown('testId'),
    test_changed: ({ run }) =>
      run({ body: { test: { name: 'A', steps: [{}] }, updatedAt: new Date(0).toISOString() } }),
    tests_full: tooManyTests,
    bot_quota_reached: overBotBytes({ body: { test: { name: longText.slice(0, 100), steps: [{}] } } }),
  },
  deleteTest: { bot_not_found: unknown('botId'), test_not_found: unknown('testId') },
  recordTest: {
    bot_not_found: unknown('botId'),
    result_not_found: ({ run }) => run({ body: { resultId: newId() } }),
    session_not_found: ({ run }) => run({ body: { sessionId: newId() } }),
    conversation_not_recorded: async ({ service, ids, as, run }) => {
      const sessionId = newId()
      const path = `/api/v1/bots/${ids.botId}/preview/sessions/${sessionId}/breakpoints`
      await service.call('PUT', path, { blocks: [] }, as)
      return run({ body: { sessionId } })
    },
    tests_full: tooManyTests,
  },
  runTests: { bot_not_found: unknown('botId') },
  getAddresses: { bot_not_found: unknown('botId') },
  getMessagingOfBot: { bot_not_found: unknown('botId') },
  archiveBot: { bot_not_found: unknown('botId') },
  restoreBot: { bot_not_found: unknown('botId') },
  deleteBot: { bot_not_found: unknown('botId') },
  listProblems: { bot_not_found: unknown('botId') },
  checkReferences: { bot_not_found: unknown('botId') },
  lintFlow: {
    workspace_not_found: inUnknownWorkspace,
    invalid_flow: ({ run }) => run({ body: { bot: { version: '9' } } }),
  },
  listWebhookBlocks: { bot_not_found: unknown('botId') },
  getResultExample: { bot_not_found: unknown('botId'), block_not_found: unknown('callingBlockId') },
  tryBlock: { bot_not_found: unknown('botId'), block_not_found: unknown('servingBlockId') },
  tryExpression: { bot_not_found: unknown('botId') },
  testWebhookBlock: { bot_not_found: unknown('botId'), block_not_found: unknown('callingBlockId') },
  subscribeWebhook: { bot_not_found: unknown('botId'), block_not_found: unknown('callingBlockId') },
  unsubscribeWebhook: { bot_not_found: unknown('botId'), block_not_found: unknown('callingBlockId') },
}
