import type { Budgets } from '@colloquy/engine'
import { type ConversationReplay, DraftReplays, type RecordedConversation, type ReplayReport } from '@colloquy/prove'
import { type ProgramSource, parsedSource } from '../turns/compile-stored.js'

/** All that replays need, as plain data for a thread. */
export interface ReplayInput {
  conversations: RecordedConversation[]
  releases: ProgramSource[]
  draft: ProgramSource
  budgets: Budgets
  publicUrl: string | undefined
}

/** Sums up the replays of some conversations. */
export function replayReport(input: ReplayInput): ReplayReport {
  return replaysOf(input).report(parsedSource(input.draft))
}

/** Replays the first conversation, with both transcripts. */
export function replayConversation(input: ReplayInput): ConversationReplay | undefined {
  const [first] = input.conversations
  return first && replaysOf(input).conversation(first.id, parsedSource(input.draft))
}

function replaysOf({ conversations, releases, budgets, publicUrl }: ReplayInput): DraftReplays {
  return new DraftReplays({
    conversations,
    releases: releases.map(parsedSource),
    budgets,
    ...(publicUrl && { publicUrl }),
  })
}
