import { type Endpoint, type EndpointId, endpoints } from '@colloquy/api'
import { NewerSchemaError } from '@colloquy/storage'
import { newId } from '../ids.js'
import { botFailures } from './bot-failures.js'
import { chatFailures } from './chat-failures.js'
import { asMember, inUnknownWorkspace, overBotBytes, overQuota, unknown } from './common-failures.js'
import { fileFailures } from './file-failures.js'
import type { Failures, World } from './operation-world.js'
import { peopleFailures } from './people-failures.js'
import { releaseFailures } from './release-failures.js'
import { callOperation } from './requests.js'
import { testService } from './test-service.js'
import { workspaceResourceFailures } from './workspace-resource-failures.js'

/** Body for messaging credentials with a unique name. */
const messaging = { type: 'messaging', name: newId(), data: { systemUserAccessToken: 'x', phoneNumberId: '1' } }

/** Names of messaging credentials are unique in their workspace. */
const takeName = ({ service, ids: { workspaceId }, as }: World) =>
  service.call('POST', '/api/v1/credentials', { workspaceId, credentials: messaging }, as)

/** Failures of each operation, by error code. Quotas are driven in the same way, unless stated otherwise. */
const listed: Partial<Record<EndpointId, Failures>> = {
  ...chatFailures,
  ...botFailures,
  ...releaseFailures,
  ...fileFailures,
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
  listResultLogs: { bot_not_found: unknown('botId'), invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }) },
  listResultOrigins: { bot_not_found: unknown('botId') },
  getRecording: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  tryOtherReplies: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  replayConversations: {
    bot_not_found: unknown('botId'),
    release_not_found: ({ run }) => run({ body: { releaseId: 'unknown' } }),
    invalid_cursor: ({ run }) => run({ body: { cursor: 'forged' } }),
    invalid_time_zone: ({ run }) => run({ body: { timeZone: '../../etc' } }),
  },
  replayResult: { bot_not_found: unknown('botId'), result_not_found: unknown('resultId') },
  listRecordings: {
    bot_not_found: unknown('botId'),
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  createWorkspace: { name_taken: ({ run }) => run({ body: { name: 'Populated' } }) },
  getWorkspace: { workspace_not_found: unknown('workspaceId') },
  updateWorkspace: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: asMember,
  },
  getInboxMetrics: {
    workspace_not_found: unknown('workspaceId'),
    invalid_time_zone: ({ run }) => run({ query: '?timeZone=../../etc' }),
  },
  getInboxSettings: { workspace_not_found: unknown('workspaceId') },
  updateInboxSettings: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: asMember,
  },
  getIdentitySecret: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: asMember,
  },
  deleteWorkspace: { workspace_not_found: unknown('workspaceId') },
  eraseResults: {
    workspace_not_found: unknown('workspaceId'),
    forbidden: asMember,
  },
  listCredentials: { workspace_not_found: inUnknownWorkspace },
  createCredentials: {
    workspace_not_found: inUnknownWorkspace,
    credentials_name_taken: async (world) => {
      await takeName(world)
      return world.run({ body: { workspaceId: world.ids.workspaceId, credentials: messaging } })
    },
  },
  getCredentials: { workspace_not_found: inUnknownWorkspace, credentials_not_found: unknown('credentialsId') },
  updateCredentials: {
    workspace_not_found: inUnknownWorkspace,
    credentials_not_found: unknown('credentialsId'),
    credentials_name_taken: async (world) => {
      const { service, ids, as, run } = world
      const { workspaceId } = ids
      await takeName(world)
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
    schema_newer: async ({ endpoint, ids }) => {
      const check = () => Promise.reject(new NewerSchemaError('The database has schema 1000'))
      const outdated = await testService({}, { wrap: (storage) => ({ ...storage, check }) })
      try {
        return await callOperation(outdated, endpoint, ids)
      } finally {
        await outdated.close()
      }
    },
  },
  ...peopleFailures,
  ...workspaceResourceFailures,
}

/** The same with the failures that all operations have in common which create something. */
export const failures: Partial<Record<EndpointId, Failures>> = Object.fromEntries(
  Object.values<Endpoint>(endpoints).map(({ id, errors }) => {
    const known = listed[id as EndpointId]
    const ofQuotas: Failures = {
      ...(errors.includes('quota_reached') && { quota_reached: overQuota }),
      ...(errors.includes('bot_quota_reached') && { bot_quota_reached: overBotBytes() }),
    }
    return [id, { ...ofQuotas, ...known }]
  }),
)
