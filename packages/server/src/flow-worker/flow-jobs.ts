import { importBot, type LintContext, lintFlow } from '@colloquy/flow'
import { withoutEffects } from '@colloquy/ports/threads'
import type { BotChange } from '@colloquy/storage'
import { flowOf } from '../bots/flow-of.js'
import { mergeFlow, readBotFile, readNewBot, readUpdate } from '../bots/flow-parts.js'
import { renderCard } from '../bots/render-card.js'
import { batchOf, type DraftParts } from '../editing/draft.js'
import { newId } from '../ids.js'
import { chunkDocument } from '../knowledge/knowledge-job.js'
import { computeMoves } from '../moves/move-job.js'
import { computeRecording, computeTurn } from '../recordings/recording-job.js'
import { replayConversation } from '../replays/replay-job.js'
import { readTests, recordStoredTest, runStoredTests, walkDraft } from '../tests/test-jobs.js'
import { readSentBot, type SentBot, splitBody } from './sent-bot.js'

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

  replayConversation,

  chunkDocument,

  computeRecording,

  computeTurn,

  computeMoves,

  runStoredTests,

  walkDraft,

  recordStoredTest,

  readTests,

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
export type FlowJobInput<Job extends FlowJob> = Parameters<FlowJobs[Job]>[0]
export type FlowJobResult<Job extends FlowJob> = ReturnType<FlowJobs[Job]>

/** Runs a job. Jobs must not reach the outside world, which the egress client enforces. */
export function runFlowJob<Job extends FlowJob>(job: Job, input: FlowJobInput<Job>): FlowJobResult<Job> {
  return withoutEffects(() => (flowJobs[job] as (input: FlowJobInput<Job>) => FlowJobResult<Job>)(input))
}
