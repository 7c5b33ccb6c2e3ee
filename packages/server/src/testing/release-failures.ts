import type { EndpointId } from '@colloquy/api'
import { defaultPublicId } from '@colloquy/flow'
import { newId } from '../ids.js'
import { deepHeadCode, overQuota, unknown } from './common-failures.js'
import type { Drive, Failures } from './operation-world.js'

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

/** Failures of the operations on releases, environments and experiments, by error code. */
export const releaseFailures: Partial<Record<EndpointId, Failures>> = {
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
}
