import { importBot, type LintContext, lintFlow } from '@colloquy/flow'
import { withoutEffects } from '@colloquy/ports/threads'
import type { BotChange } from '@colloquy/storage'
import { mergeFlow, readBotFile, readNewBot, readUpdate } from '../bots/flow-parts.js'
import { renderCard } from '../bots/render-card.js'
import { batchOf, type DraftParts } from '../editing/draft.js'
import type * as tests from '../flow-tests/test-jobs.js'
import { readSentBot, type SentBot, splitBody } from '../http/sent-bot.js'
import { newId } from '../ids.js'
import type * as moves from '../moves/move-job.js'
import type * as recordings from '../recordings/recording-job.js'
import type * as replays from '../replays/replay-job.js'
import { flowOf } from '../stored-bots/flow-of.js'

/** Potentially slow work on whole flows. Inputs and results are plain data, so that a thread can do it. */
const flowJobs = {
  splitBody,

  readNewBot,

  readBotFile,

  readUpdate,

  mergeFlow,

  lintFile({ bot, context }: { bot: SentBot; context: LintContext }) {
    const file = { name: '', edges: [], variables: [], theme: {}, settings: {}, ...readSentBot(bot) }
    const read = importBot(file, { newId, credentialsIds: 'any', keepsIds: true })
    return read.ok ? { ok: true as const, problems: lintFlow(read.bot, context) } : read
  },

  lintStored: ({ context, ...stored }: { flow: string; context: LintContext }) => lintFlow(flowOf(stored), context),

  drawCard: renderCard,

  compareDrafts: ({
    id,
    userId,
    before,
    change,
  }: {
    id: string
    userId: string
    before: DraftParts
    change: BotChange
  }) => batchOf(id, userId, before, change),
}

type LoadedJobs = Pick<typeof moves, 'computeMoves'> &
  Pick<typeof recordings, 'computeRecording' | 'computeTurn'> &
  Pick<typeof replays, 'replayConversation'> &
  Pick<typeof tests, 'runStoredTests' | 'walkDraft' | 'recordStoredTest' | 'readTests'>

/** Jobs whose code is loaded when it is first needed: most instances never replay or test. */
const loads: { [Job in keyof LoadedJobs]: () => Promise<LoadedJobs[Job]> } = {
  replayConversation: async () => (await import('../replays/replay-job.js')).replayConversation,
  computeRecording: async () => (await import('../recordings/recording-job.js')).computeRecording,
  computeTurn: async () => (await import('../recordings/recording-job.js')).computeTurn,
  computeMoves: async () => (await import('../moves/move-job.js')).computeMoves,
  runStoredTests: async () => (await import('../flow-tests/test-jobs.js')).runStoredTests,
  walkDraft: async () => (await import('../flow-tests/test-jobs.js')).walkDraft,
  recordStoredTest: async () => (await import('../flow-tests/test-jobs.js')).recordStoredTest,
  readTests: async () => (await import('../flow-tests/test-jobs.js')).readTests,
}

type FlowJobs = typeof flowJobs & LoadedJobs
export type FlowJob = keyof FlowJobs
export type FlowJobInput<Job extends FlowJob> = Parameters<FlowJobs[Job]>[0]
export type FlowJobResult<Job extends FlowJob> = ReturnType<FlowJobs[Job]>

/** Runs a job. Jobs must not reach the outside world, which the egress client enforces. */
export async function runFlowJob<Job extends FlowJob>(job: Job, input: FlowJobInput<Job>): Promise<FlowJobResult<Job>> {
  const run = job in loads ? await loads[job as keyof LoadedJobs]() : flowJobs[job as keyof typeof flowJobs]
  return withoutEffects(() => (run as (input: FlowJobInput<Job>) => FlowJobResult<Job>)(input))
}
