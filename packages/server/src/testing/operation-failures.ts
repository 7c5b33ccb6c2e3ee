import { type Endpoint, type EndpointId, endpoints } from '@colloquy/api'
import { defaultPublicId } from '@colloquy/flow'
import { expect, vi } from 'vitest'
import { newId } from '../ids.js'
import { exceedRate, overQuota, suspended, unknown, wrongOrigin } from './common-failures.js'
import { fileBot } from './file-bot.js'
import { fileFailures } from './file-failures.js'
import type { Drive, Failures, OperationServices } from './operation-world.js'
import { peopleFailures } from './people-failures.js'
import { populatedWorkspace } from './populated-workspace.js'
import { callOperation } from './requests.js'
import { askingBot, type TestService, testService } from './test-service.js'
import { workspaceResourceFailures } from './workspace-resource-failures.js'

const inUnknownWorkspace = unknown('workspaceId')
const foreignFolder: Drive = ({ ids, run }) =>
  run({ body: { workspaceId: ids.workspaceId, bot: { folderId: newId() } } })
const reusedKey: Drive = async ({ run }) => {
  const headers = { 'idempotency-key': newId() }
  await run({ headers, body: { message: 'One' } })
  return run({ headers, body: { message: 'Two' } })
}

const tooManyTests: Drive = async ({ service, ids, run }) => {
  const { botTests } = service.storage
  const tests = Array.from({ length: 500 }, () => ({ id: newId(), name: 'T', test: '{}', createdAt: 1, updatedAt: 1 }))
  await botTests.add(
    tests.map((test) => ({ ...test, botId: ids.botId })),
    { tests: 1000, bytes: 10_000 },
  )
  return run()
}
/** Creates a test that fails, which blocks publishing. */
const failingTest = async ({ service, ids, as, update }: Parameters<Drive>[0]) => {
  const test = { name: 'Never passes', steps: [{ expect: [{ kind: 'message', text: 'Nobody says this' }] }] }
  await service.call('POST', `/api/v1/bots/${ids.botId}/tests`, { test }, as)
  await update({ settings: { publishing: { isBlockedByTests: true } } })
}
/** Publishes the draft, and returns the id of that release. */
const newRelease = async ({ service, ids, as }: Parameters<Drive>[0]): Promise<string> => {
  await service.call('POST', `/api/v1/bots/${ids.botId}/publish`, {}, as)
  return (await service.call('GET', `/api/v1/bots/${ids.botId}/publishedBot`, undefined, as)).body.publishedBot.id
}
/** Publishes a flow with errors outside `live`, and returns the id of that release. */
const brokenRelease = async ({ service, ids, as, update }: Parameters<Drive>[0]): Promise<string> => {
  await update({ groups: [] })
  const environment = async () => (await service.storage.environments.list(ids.workspaceId, ids.botId))[0]!
  const { id: environmentId } = await environment()
  await service.call('POST', `/api/v1/bots/${ids.botId}/publish`, { environmentId }, as)
  return (await environment()).releaseId!
}
const experimentBody = ({ releaseId, otherReleaseId }: { releaseId: string; otherReleaseId: string }) => ({
  name: 'Shorter',
  variants: [releaseId, otherReleaseId].map((releaseId) => ({ releaseId, weight: 1 })),
  goal: { kind: 'completed' },
})
const deepHeadCode = '<b>'.repeat(501)
const tooLarge: Drive = ({ run }) => run({ body: { message: 'x'.repeat(6_000) } })

/** Starts a preview on the service whose workspace is full: its first block makes a call after a reply. */
async function previewOnFull({ full }: OperationServices): Promise<string> {
  const { groups, ...bot } = askingBot(newId())
  const call = { id: 'call', type: 'Webhook', options: { webhook: { url: 'https://shop.example', method: 'GET' } } }
  const blocks = groups.flatMap(({ blocks: [hello, first, second] }) => [hello, first, call, second])
  const workspaceId = full.workspaceId
  const made = await full.call('POST', '/api/v1/bots', {
    workspaceId,
    bot: { ...bot, groups: [{ ...groups[0], blocks }] },
  })
  return (await full.call('POST', `/api/v1/bots/${made.body.bot.id}/preview/startChat`, {})).body.sessionId
}

const sayOnFull = ({ full }: OperationServices, sessionId: string) =>
  full.call('POST', `/api/v1/sessions/${sessionId}/continueChat`, { message: 'Hello' })

/** Sends a reply, and does something while the call of that turn is in progress. */
async function duringCall<T>(services: OperationServices, sessionId: string, act: () => Promise<T>): Promise<T> {
  const replied = sayOnFull(services, sessionId)
  await vi.waitFor(() => expect(services.calls).toHaveLength(1))
  const done = await act()
  for (const end of services.calls.splice(0)) end()
  await replied
  return done
}

/** Body for messaging credentials with a unique name. */
const messaging = { type: 'messaging', name: newId(), data: { systemUserAccessToken: 'x', phoneNumberId: '1' } }
const takeName = (service: TestService) =>
  service.addCredentials(messaging.type, messaging.data, { name: messaging.name })

/** Failures of each operation, by error code. Quotas are driven in the same way, unless stated otherwise. */
const listed: Partial<Record<EndpointId, Failures>> = {
  startChat: {
    bot_not_found: unknown('publicId'),
    bot_closed: async ({ run, update }) => {
      await update({ isClosed: true })
      return run()
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    idempotency_key_reused: reusedKey,
    too_many_requests: exceedRate,
    reply_too_large: tooLarge,
    result_quota_reached: async ({ services: { full } }) => {
      const publicId = newId()
      await full.publish(askingBot(publicId))
      return vi.waitFor(async () => {
        const answer = await full.call('POST', `/api/v1/bots/${publicId}/startChat`, {})
        expect(answer.status).toBe(403)
        return answer
      })
    },
  },
  startPreviewChat: {
    reply_too_large: tooLarge,
    bot_not_found: unknown('botId'),
    start_group_not_found: ({ run }) => run({ body: { startFrom: { type: 'group', groupId: 'none' } } }),
    start_event_not_found: ({ run }) => run({ body: { startFrom: { type: 'event', eventId: 'none' } } }),
    result_not_found: ({ run }) => run({ body: { startFrom: { type: 'result', resultId: 'none', turn: 0 } } }),
    recorded_turn_not_found: ({ ids, run }) =>
      run({ body: { startFrom: { type: 'result', resultId: ids.resultId, turn: 50 } } }),
    recorded_block_not_found: async ({ ids, run, update }) => {
      await update({ groups: [], edges: [] })
      return run({ body: { startFrom: { type: 'result', resultId: ids.resultId, turn: 0 } } })
    },
  },
  getPreview: { bot_not_found: unknown('botId'), session_not_found: unknown('previewSessionId') },
  setPreviewVariables: { bot_not_found: unknown('botId'), session_not_found: unknown('previewSessionId') },
  setPreviewBreakpoints: {
    bot_not_found: unknown('botId'),
    session_not_found: ({ ids, run }) => run({ ids: { previewSessionId: ids.sessionId } }),
  },
  continueChat: {
    session_not_found: unknown('sessionId'),
    session_ended: async ({ run }) => {
      await run()
      return run()
    },
    command_not_found: ({ run }) => run({ body: { message: { type: 'command', command: 'none' } } }),
    invalid_client_result: async ({ service, ids, as, run, update }) => {
      const webhook = { url: 'https://shop.example', method: 'GET' }
      const block = { id: 'call', type: 'Webhook', options: { webhook, isExecutedOnClient: true } }
      await update({ groups: [{ id: 'g1', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [block] }] })
      const started = await service.call('POST', `/api/v1/bots/${ids.botId}/preview/startChat`, {}, as)
      return run({ ids: { sessionId: started.body.sessionId }, body: { message: 'not JSON' } })
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    idempotency_key_reused: reusedKey,
    too_many_requests: exceedRate,
    reply_too_large: tooLarge,
    session_limit_reached: async ({ services }) => {
      const sessionId = await previewOnFull(services)
      await duringCall(services, sessionId, async () => undefined)
      return sayOnFull(services, sessionId)
    },
    too_many_replies_waiting: async ({ services }) => {
      const sessionId = await previewOnFull(services)
      return duringCall(services, sessionId, () => sayOnFull(services, sessionId))
    },
  },
  streamMessage: {
    session_not_found: unknown('sessionId'),
    session_ended: async ({ service, ids, run }) => {
      await service.call('POST', `/api/v1/sessions/${ids.sessionId}/continueChat`, { message: 'Hello' })
      return run()
    },
    stream_not_expected: async ({ service, run }) => {
      const publicId = newId()
      await service.publish(fileBot(publicId))
      const { sessionId } = (await service.call('POST', `/api/v1/bots/${publicId}/startChat`, {})).body
      return run({ ids: { sessionId } })
    },
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: exceedRate,
    server_busy: async ({ services }) => {
      const sessionId = await previewOnFull(services)
      return services.full.call('POST', `/api/v1/sessions/${sessionId}/streamMessage`, {})
    },
  },
  saveClientLogs: {
    session_not_found: unknown('sessionId'),
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: exceedRate,
  },
  moveSession: { session_not_found: unknown('sessionId') },
  ...fileFailures,
  listBots: { workspace_not_found: inUnknownWorkspace },
  listBotCards: { workspace_not_found: unknown('workspaceId') },
  createBot: {
    workspace_not_found: inUnknownWorkspace,
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
  tellPlace: { bot_not_found: unknown('botId') },
  tellPointer: { bot_not_found: unknown('botId') },
  listComments: { bot_not_found: unknown('botId') },
  addComment: {
    bot_not_found: unknown('botId'),
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
    tests_full: tooManyTests,
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
  getPublishedBot: { bot_not_found: unknown('botId') },
  getPublishChecks: { bot_not_found: unknown('botId') },
  publishBot: {
    bot_not_found: unknown('botId'),
    environment_not_found: ({ run }) => run({ body: { environmentId: newId() } }),
    head_code_not_allowed: async ({ service, ids, run }) => {
      const settings = JSON.stringify({ metadata: { customHeadCode: deepHeadCode } })
      await service.storage.bots.update(ids.workspaceId, ids.botId, { settings }, Date.now())
      return run()
    },
    flow_has_errors: async ({ run, update }) => {
      await update({ groups: [], settings: { publishing: { isBlockedByErrors: true } } })
      return run()
    },
    publish_blocked: async (call) => {
      await failingTest(call)
      return call.run()
    },
    public_id_taken: async ({ service, ids, as, run, update }) => {
      await update({ publicId: null, name: 'Twin' })
      const bot = { publicId: defaultPublicId('Twin', ids.botId) }
      await service.call('POST', '/api/v1/bots', { workspaceId: ids.workspaceId, bot }, as)
      return run()
    },
    quota_reached: async (world) => {
      const { service, ids } = world
      const { releases } = service.storage
      for (const { id } of await releases.list(ids.workspaceId, ids.botId, { limit: 100 }))
        await releases.annotate(ids.workspaceId, ids.botId, id, 'Keep it')
      return overQuota(world)
    },
  },
  unpublishBot: {
    bot_not_found: unknown('botId'),
    bot_not_published: async ({ run }) => {
      await run()
      return run()
    },
  },
  listReleases: {
    bot_not_found: unknown('botId'),
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  getRelease: { bot_not_found: unknown('botId'), release_not_found: unknown('releaseId') },
  updateRelease: { bot_not_found: unknown('botId'), release_not_found: unknown('releaseId') },
  listEnvironments: { bot_not_found: unknown('botId') },
  createEnvironment: {
    bot_not_found: unknown('botId'),
    environment_name_taken: ({ run }) => run({ body: { name: 'staging' } }),
    too_many_environments: async ({ run }) => {
      for (let count = 0; count < 9; count++) await run({ body: { name: `review-${count}` } })
      return run({ body: { name: 'one-more' } })
    },
  },
  updateEnvironment: {
    bot_not_found: unknown('botId'),
    environment_not_found: unknown('environmentId'),
    credentials_not_found: ({ run }) => run({ body: { credentials: { [newId()]: newId() } } }),
  },
  deleteEnvironment: { bot_not_found: unknown('botId'), environment_not_found: unknown('environmentId') },
  deployRelease: {
    bot_not_found: unknown('botId'),
    environment_not_found: unknown('environmentId'),
    release_not_found: ({ run }) => run({ body: { releaseId: newId() } }),
    flow_has_errors: async (call) => {
      await call.update({ groups: [] })
      const releaseId = await newRelease(call)
      await call.update({ settings: { publishing: { isBlockedByErrors: true } } })
      return call.run({ body: { releaseId } })
    },
    publish_blocked: async (call) => {
      const releaseId = await newRelease(call)
      await failingTest(call)
      return call.run({ body: { releaseId } })
    },
    quota_reached: (world) => {
      const body = { releaseId: world.ids.releaseId, at: new Date(Date.now() + 3_600_000).toISOString() }
      return overQuota({ ...world, run: () => world.run({ body }) })
    },
  },
  moveChats: {
    bot_not_found: unknown('botId'),
    environment_not_found: unknown('environmentId'),
    bot_not_published: async ({ service, ids, as, run }) => {
      const path = `/api/v1/bots/${ids.botId}/environments`
      const { environment } = (await service.call('POST', path, { name: 'empty' }, as)).body
      return run({ ids: { environmentId: environment.id } })
    },
    invalid_cursor: ({ run }) => run({ body: { cursor: 'forged' } }),
  },
  listDeployments: {
    bot_not_found: unknown('botId'),
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  cancelDeployment: { bot_not_found: unknown('botId'), deployment_not_found: unknown('deploymentId') },
  listExperiments: {
    bot_not_found: unknown('botId'),
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  startExperiment: {
    bot_not_found: unknown('botId'),
    environment_not_found: ({ ids, run }) => run({ body: { ...experimentBody(ids), environmentId: newId() } }),
    release_not_found: ({ ids, run }) => run({ body: experimentBody({ ...ids, otherReleaseId: newId() }) }),
    experiment_running: async ({ run }) => {
      await run()
      return run()
    },
    experiment_control_not_current: ({ ids: { releaseId, otherReleaseId }, run }) =>
      run({ body: experimentBody({ releaseId: otherReleaseId, otherReleaseId: releaseId }) }),
    flow_has_errors: async (call) => {
      const otherReleaseId = await brokenRelease(call)
      await call.update({ settings: { publishing: { isBlockedByErrors: true } } })
      return call.run({ body: experimentBody({ ...call.ids, otherReleaseId }) })
    },
    publish_blocked: async (call) => {
      await failingTest(call)
      return call.run()
    },
  },
  getExperiment: { bot_not_found: unknown('botId'), experiment_not_found: unknown('experimentId') },
  endExperiment: {
    bot_not_found: unknown('botId'),
    experiment_not_found: unknown('experimentId'),
    experiment_ended: async ({ run }) => {
      await run()
      return run()
    },
    release_not_found: ({ run }) => run({ body: { releaseId: newId() } }),
    flow_has_errors: async (call) => {
      const { service, ids, as, update, run } = call
      const releaseId = await brokenRelease(call)
      const body = experimentBody({ ...ids, otherReleaseId: releaseId })
      const { experiment } = (await service.call('POST', `/api/v1/bots/${ids.botId}/experiments`, body, as)).body
      await update({ settings: { publishing: { isBlockedByErrors: true } } })
      return run({ pathIds: { experimentId: experiment.id }, body: { releaseId } })
    },
    publish_blocked: async (call) => {
      await failingTest(call)
      return call.run({ body: { releaseId: call.ids.releaseId } })
    },
  },
  listProblems: { bot_not_found: unknown('botId') },
  checkReferences: { bot_not_found: unknown('botId') },
  lintFlow: {
    workspace_not_found: inUnknownWorkspace,
    invalid_flow: ({ run }) => run({ body: { bot: { version: '9' } } }),
  },
  listResults: {
    bot_not_found: unknown('botId'),
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
    invalid_time_zone: ({ run }) => run({ query: '?timeZone=../../etc' }),
  },
  deleteResults: {
    bot_not_found: unknown('botId'),
    invalid_time_zone: ({ run }) => run({ query: '', body: { matching: { timeZone: '../../etc' } } }),
    invalid_cursor: ({ run }) => run({ query: '', body: { matching: { cursor: 'forged' } } }),
  },
  getResult: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  getTranscript: {
    bot_not_found: unknown('botId'),
    result_not_found: unknown('resultId'),
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  listResultLogs: { bot_not_found: unknown('botId') },
  listResultOrigins: { bot_not_found: unknown('botId') },
  getRecording: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  tryOtherReplies: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  replayConversations: {
    bot_not_found: unknown('botId'),
    invalid_cursor: ({ run }) => run({ body: { cursor: 'forged' } }),
    invalid_time_zone: ({ run }) => run({ body: { timeZone: '../../etc' } }),
  },
  replayResult: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  listRecordings: {
    bot_not_found: unknown('botId'),
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  executeWebhook: {
    bot_not_found: unknown('botId'),
    block_not_found: unknown('blockId'),
    result_not_found: unknown('resultId'),
    session_not_found: async ({ service, ids, run }) => {
      await service.call('POST', `/api/v1/sessions/${ids.sessionId}/continueChat`, { message: 'The last' })
      return run()
    },
  },
  executeTestWebhook: {
    bot_not_found: unknown('botId'),
    block_not_found: unknown('blockId'),
    session_not_found: async ({ service, ids, as, run }) => {
      const { bot } = (await service.call('GET', `/api/v1/bots/${ids.botId}`, undefined, as)).body
      const unseen = { workspaceId: ids.workspaceId, bot: { groups: bot.groups } }
      return run({ ids: { botId: (await service.call('POST', '/api/v1/bots', unseen, as)).body.bot.id } })
    },
  },
  getMessagingConnection: {
    workspace_not_found: unknown('workspaceId'),
    credentials_not_found: unknown('credentialsId'),
  },
  createVerifyToken: { workspace_not_found: unknown('workspaceId'), credentials_not_found: unknown('credentialsId') },
  verifyMessagingWebhook: {
    verify_token_invalid: async ({ run }) => {
      await run()
      return run()
    },
  },
  receiveMessages: { signature_invalid: ({ run }) => run({ body: '{"entry":[]}' }) },
  verifyMessagingPreviewWebhook: {
    verify_token_invalid: ({ run }) => run({ query: '?hub.challenge=1&hub.verify_token=guessed' }),
  },
  receivePreviewMessages: { signature_invalid: ({ run }) => run({ body: '{"entry":[]}' }) },
  startMessagingPreview: {
    bot_not_found: unknown('botId'),
    messaging_preview_not_configured: async ({ services: { limited }, ids }) => {
      const botId = await limited.publish(askingBot(newId()))
      return limited.call('POST', `/api/v1/bots/${botId}/messaging/start-preview`, { to: ids.phone })
    },
    start_group_not_found: ({ ids, run }) =>
      run({ body: { to: ids.phone, startFrom: { type: 'group', groupId: 'none' } } }),
    start_event_not_found: ({ ids, run }) =>
      run({ body: { to: ids.phone, startFrom: { type: 'event', eventId: 'none' } } }),
    message_not_sent: ({ run }) => run({ body: { to: '+49 170 1234567' } }),
  },
  executeTestMessagingWebhook: {
    bot_not_found: unknown('botId'),
    block_not_found: unknown('blockId'),
    session_not_found: unknown('phone'),
  },
  listenForWebhooks: {
    session_not_found: unknown('sessionId'),
    origin_not_allowed: wrongOrigin,
    workspace_suspended: suspended,
    too_many_requests: async ({ service, ids, run }) => {
      const url = `http://127.0.0.1:${service.port}/api/v1/sessions/${ids.sessionId}/webhooks`
      const listening = await Promise.all([1, 2, 3, 4, 5].map(() => fetch(url)))
      const answer = await run()
      await Promise.all(listening.map(({ body }) => body?.cancel()))
      return answer
    },
  },
  createWorkspace: { name_taken: ({ run }) => run({ body: { name: 'Populated' } }) },
  getWorkspace: { workspace_not_found: unknown('workspaceId') },
  updateWorkspace: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: async ({ service, ids, run }) => {
      const member = await service.addMember(ids.workspaceId, 'MEMBER')
      return run({ headers: { authorization: `Bearer ${member.value}` } })
    },
  },
  deleteWorkspace: { workspace_not_found: unknown('workspaceId') },
  eraseResults: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: async ({ service, ids, run }) => {
      const member = await service.addMember(ids.workspaceId, 'MEMBER')
      return run({ headers: { authorization: `Bearer ${member.value}` } })
    },
  },
  listCredentials: { workspace_not_found: inUnknownWorkspace },
  createCredentials: {
    workspace_not_found: inUnknownWorkspace,
    credentials_name_taken: async ({ service, ids, run }) => {
      await takeName(service)
      return run({ body: { workspaceId: ids.workspaceId, credentials: messaging } })
    },
  },
  getCredentials: { workspace_not_found: inUnknownWorkspace, credentials_not_found: unknown('credentialsId') },
  updateCredentials: {
    workspace_not_found: inUnknownWorkspace,
    credentials_not_found: unknown('credentialsId'),
    credentials_name_taken: async ({ service, ids: { workspaceId }, as, run }) => {
      await takeName(service)
      const body = { workspaceId, credentials: { ...messaging, name: newId() } }
      const { credentialsId } = (await service.call('POST', '/api/v1/credentials', body, as)).body
      return run({ ids: { credentialsId }, body: { workspaceId, credentials: { name: messaging.name } } })
    },
  },
  deleteCredentials: {
    workspace_not_found: inUnknownWorkspace,
    credentials_not_found: unknown('credentialsId'),
    credentials_in_use: async ({ ids, run, update }) => {
      const mail = { id: 'mail', type: 'OpenAI', options: { credentialsId: ids.credentialsId } }
      await update({ groups: [{ id: 'g1', title: '', graphCoordinates: { x: 0, y: 0 }, blocks: [mail] }] })
      return run()
    },
  },
  tryModel: { workspace_not_found: inUnknownWorkspace, credentials_not_found: unknown('credentialsId') },
  testCredentials: { workspace_not_found: inUnknownWorkspace, credentials_not_found: unknown('credentialsId') },
  getOAuthClient: { workspace_not_found: unknown('workspaceId') },
  beginOAuth: {
    workspace_not_found: unknown('workspaceId'),
    credentials_not_found: ({ run }) => run({ body: { credentialsId: newId() } }),
    oauth_client_missing: ({ run }) => run({ body: {} }),
  },
  listIntegrationItems: { workspace_not_found: unknown('workspaceId') },
  listServerTools: { workspace_not_found: unknown('workspaceId') },
  deleteApiToken: { token_not_found: unknown('tokenId') },
  ready: {
    shutting_down: async ({ endpoint, ids }) => {
      const draining = await testService()
      try {
        draining.app.drain()
        return await callOperation(draining, endpoint, ids)
      } finally {
        await draining.close()
      }
    },
  },
  listWebhookBlocks: { bot_not_found: unknown('botId') },
  getResultExample: { bot_not_found: unknown('botId'), block_not_found: unknown('callingBlockId') },
  tryBlock: { bot_not_found: unknown('botId'), block_not_found: unknown('servingBlockId') },
  tryExpression: { bot_not_found: unknown('botId') },
  testWebhookBlock: { bot_not_found: unknown('botId'), block_not_found: unknown('callingBlockId') },
  subscribeWebhook: { bot_not_found: unknown('botId'), block_not_found: unknown('callingBlockId') },
  unsubscribeWebhook: { bot_not_found: unknown('botId'), block_not_found: unknown('callingBlockId') },
  ...peopleFailures,
  ...workspaceResourceFailures,
}

/** The same with the failures that all operations have in common which create something. */
export const failures: Partial<Record<EndpointId, Failures>> = Object.fromEntries(
  Object.values<Endpoint>(endpoints).map(({ id, errors }) => {
    const known = listed[id as EndpointId]
    return [id, { ...(errors.includes('quota_reached') && { quota_reached: overQuota }), ...known }]
  }),
)
