import { importBot, type LintContext, lintFlow } from '@colloquy/flow'
import { withoutEffects } from '@colloquy/ports/threads'
import type { BotChange } from '@colloquy/storage'
import { flowOf } from '../bots/flow-of.js'
import { mergeFlow, readBotFile, readNewBot, readUpdate } from '../bots/flow-parts.js'
import { renderCard } from '../bots/render-card.js'
import { batchOf, type DraftParts } from '../editing/draft.js'
import { newId } from '../ids.js'
import { readSentBot, type SentBot, splitBody } from './sent-bot.js'

/** A job whose code is loaded when it is first needed: most instances never replay, test or read documents right after their start. */
const onDemand = <Run>(load: () => Promise<Run>) => ({ load })

/** Potentially slow work on whole flows. Inputs and results are plain data, so that a thread can do it. */
export const flowJobs = {
  splitBody,

  readNewBot,

  readBotFile,

  readUpdate,

  mergeFlow,

  lintFile({ bot, context }: { bot: SentBot; context: LintContext }) {
    const file = { name: '', edges: [], variables: [], theme: {}, settings: {}, ...readSentBot(bot) }
    const read = importBot(file, { newId, credentialsIds: 'any' })
    return read.ok ? { ok: true as const, problems: lintFlow(read.bot, context) } : read
  },

  lintStored: ({ context, ...stored }: { flow: string; context: LintContext }) => lintFlow(flowOf(stored), context),

  drawCard: renderCard,

  replayConversation: onDemand(async () => (await import('../replays/replay-job.js')).replayConversation),

  chunkDocument: onDemand(async () => (await import('../knowledge/knowledge-job.js')).chunkDocument),

  computeRecording: onDemand(async () => (await import('../recordings/recording-job.js')).computeRecording),

  computeTurn: onDemand(async () => (await import('../recordings/recording-job.js')).computeTurn),

  computeMoves: onDemand(async () => (await import('../moves/move-job.js')).computeMoves),

  runStoredTests: onDemand(async () => (await import('../tests/test-jobs.js')).runStoredTests),

  walkDraft: onDemand(async () => (await import('../tests/test-jobs.js')).walkDraft),

  recordStoredTest: onDemand(async () => (await import('../tests/test-jobs.js')).recordStoredTest),

  readTests: onDemand(async () => (await import('../tests/test-jobs.js')).readTests),

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

export type FlowJobs = typeof flowJobs
export type FlowJob = keyof FlowJobs
type Run<Job extends FlowJob> = FlowJobs[Job] extends { load(): Promise<infer Loaded> } ? Loaded : FlowJobs[Job]
type AnyJob = (input: never) => unknown
export type FlowJobInput<Job extends FlowJob> = Parameters<Extract<Run<Job>, AnyJob>>[0]
export type FlowJobResult<Job extends FlowJob> = ReturnType<Extract<Run<Job>, AnyJob>>

/** Runs a job. Jobs must not reach the outside world, which the egress client enforces. */
export async function runFlowJob<Job extends FlowJob>(job: Job, input: FlowJobInput<Job>): Promise<FlowJobResult<Job>> {
  const entry: AnyJob | { load(): Promise<AnyJob> } = flowJobs[job]
  const run = (typeof entry === 'function' ? entry : await entry.load()) as (
    input: FlowJobInput<Job>,
  ) => FlowJobResult<Job>
  return withoutEffects(() => run(input))
}
