import { comparisonOperators } from '@colloquy/flow'
import * as z from 'zod'
import { withEarlierNames } from './earlier-names.js'
import type { Endpoint } from './endpoint.js'
import { overrideReasonSchema } from './releases.js'
import { botParams, cursorLimitSchema, timestampSchema } from './shapes.js'

const variantSchema = z.object({
  releaseId: z.string(),
  weight: z.number().int().min(1).max(1_000).meta({
    description: 'Share of the visitors, relative to the weights of the other variants',
    example: 50,
  }),
})

/** Comparisons with patterns are excluded: they run in a sandbox, and the goal is compared after each turn. */
const goalOperators = comparisonOperators.filter(
  (operator): operator is Exclude<typeof operator, 'Matches regex' | 'Does not match regex'> =>
    operator !== 'Matches regex' && operator !== 'Does not match regex',
)

const goalSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('block'), blockId: z.string().max(300) }),
    z.strictObject({
      kind: z.literal('variable'),
      variableId: z.string().max(300),
      operator: z.enum(goalOperators),
      value: z.string().max(1_000).optional(),
    }),
    z.strictObject({ kind: z.literal('completed') }),
  ])
  .meta({
    id: 'ExperimentGoal',
    description:
      'Condition of a conversion: a block is reached, a variable of the bot meets a comparison, or the chat is completed',
    example: { kind: 'completed' },
  })

const minimumDifferenceSchema = z.number().min(0.001).max(0.5).meta({
  description: 'The smallest difference between rates of conversion that matters: 0.02 is two percentage points',
  example: 0.02,
})

const experimentSchema = z
  .object({
    id: z.string(),
    name: z.string().meta({ example: 'Shorter greeting' }),
    environmentId: z.string().meta({ description: '`live`, or the id of an environment', example: 'live' }),
    variants: z.array(variantSchema).meta({ description: 'The control first' }),
    goal: goalSchema,
    minimumDifference: minimumDifferenceSchema,
    isPromoting: z.boolean().meta({ description: 'The winner becomes current by itself', example: false }),
    createdAt: timestampSchema,
    endedAt: timestampSchema.nullable().meta({ description: 'Null while it runs' }),
    outcome: z.enum(['stopped', 'promoted', 'replaced']).nullable().meta({
      description: '`replaced`: another release became current in its environment. Null while it runs',
    }),
    promotedReleaseId: z.string().nullable().meta({ description: 'The variant that became current at the end' }),
  })
  .meta({ id: 'Experiment' })

const rateSchema = z.number().nullable().meta({ description: 'From 0 to 1', example: 0.12 })
const intervalSchema = z.object({
  from: z.number().meta({ example: 0.021 }),
  to: z.number().meta({ example: 0.054 }),
})

const metricsSchema = z
  .object({
    variants: z.array(
      z.object({
        visitors: z.number().meta({ example: 4_120 }),
        conversions: z.number().meta({ example: 494 }),
        rate: rateSchema.meta({ description: 'Conversions of a visitor, from 0 to 1; null without visitors' }),
        interval: intervalSchema.meta({ description: 'Holds the rate with a probability of 95 %; for show' }),
        probabilityToBeBest: z.number().meta({ description: 'From 0 to 1; for show', example: 0.97 }),
        lead: intervalSchema.nullable().meta({
          description:
            'Confidence sequence of the difference to the control, which holds at all times; null for the control',
        }),
      }),
    ),
    verdict: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('sample-ratio') }),
        z.object({ kind: z.literal('too-few-visitors'), atLeast: z.number().meta({ example: 100 }) }),
        z.object({ kind: z.literal('undecided') }),
        z.object({ kind: z.literal('no-difference') }),
        z.object({
          kind: z.literal('winner'),
          variant: z.number().meta({ description: 'Index of the variant', example: 1 }),
          against: z.number().meta({ description: 'Index of the variant that the lead is over', example: 0 }),
          lead: intervalSchema,
        }),
      ])
      .meta({
        description:
          '`sample-ratio`: visitors are not spread as the weights say, so that no result is valid. ' +
          '`no-difference`: no difference as large as `minimumDifference`. May be asked for at any time',
        example: { kind: 'undecided' },
      }),
  })
  .meta({ id: 'ExperimentMetrics' })

const params = z.object({ botId: z.string(), experimentId: z.string() })

/** Experiments: several releases in one environment, each for a share of the visitors. */
export const experimentEndpoints = {
  listExperiments: {
    id: 'listExperiments',
    method: 'GET',
    path: '/api/v1/bots/{botId}/experiments',
    summary: 'List the experiments of a bot, newest first',
    auth: 'read',
    needs: 'experiments.read',
    params: botParams,
    query: z.object({ limit: cursorLimitSchema.default(50), cursor: z.string().optional() }),
    response: z.object({ experiments: z.array(experimentSchema), nextCursor: z.string().nullable() }),
    errors: ['bot_not_found', 'invalid_cursor'],
  },
  startExperiment: {
    id: 'startExperiment',
    method: 'POST',
    path: '/api/v1/bots/{botId}/experiments',
    summary: 'Start an experiment: new visitors of an environment are shared out among releases',
    auth: 'write',
    needs: 'experiments.manage',
    params: botParams,
    body: z.strictObject({
      name: z.string().trim().min(1).max(100).meta({ example: 'Shorter greeting' }),
      environmentId: z
        .string()
        .default('live')
        .meta({ description: '`live`, or the id of an environment', example: 'live' }),
      variants: z
        .array(variantSchema)
        .min(2)
        .max(5)
        .refine(
          (variants) => new Set(variants.map(({ releaseId }) => releaseId)).size === variants.length,
          'Use each release once',
        )
        .meta({
          description: 'The first one is the control: the current release of the environment',
          example: [
            { releaseId: 'k3v9x2m7p4d8f1z6', weight: 50 },
            { releaseId: 'p4d8f1z6k3v9x2m7', weight: 50 },
          ],
        }),
      goal: goalSchema,
      minimumDifference: minimumDifferenceSchema.default(0.02),
      isPromoting: z
        .boolean()
        .default(false)
        .meta({ description: 'Make the winner current by itself', example: false }),
      reason: overrideReasonSchema.optional(),
    }),
    bodyLimit: 'chat',
    response: z.object({ experiment: experimentSchema }),
    errors: [
      'bot_not_found',
      'environment_not_found',
      'release_not_found',
      'experiment_running',
      'experiment_control_not_current',
      'flow_has_errors',
      'publish_blocked',
      'quota_reached',
    ],
  },
  getExperiment: {
    id: 'getExperiment',
    method: 'GET',
    path: '/api/v1/bots/{botId}/experiments/{experimentId}',
    summary: 'Get an experiment with its metrics and verdict',
    auth: 'read',
    needs: 'experiments.read',
    params,
    response: z.object(
      withEarlierNames({ experiment: experimentSchema, metrics: metricsSchema }, { metrics: 'figures' }),
    ),
    errors: ['bot_not_found', 'experiment_not_found'],
  },
  endExperiment: {
    id: 'endExperiment',
    method: 'POST',
    path: '/api/v1/bots/{botId}/experiments/{experimentId}/end',
    summary: 'End an experiment, and optionally make one of its variants current. Chats in progress keep their variant',
    auth: 'write',
    needs: 'experiments.manage',
    params,
    body: z.strictObject({
      releaseId: z.string().optional().meta({ description: 'The variant to make current' }),
      reason: overrideReasonSchema.optional(),
    }),
    bodyLimit: 'chat',
    response: z.object({ experiment: experimentSchema }),
    errors: [
      'bot_not_found',
      'experiment_not_found',
      'experiment_ended',
      'release_not_found',
      'flow_has_errors',
      'publish_blocked',
    ],
  },
} as const satisfies Record<string, Endpoint>
