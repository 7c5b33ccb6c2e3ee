import type { Budgets } from '@colloquy/engine'
import { type ConversationReplay, DraftReplays, type RecordedConversation } from '@colloquy/prove'
import { type FlowSource, parsedSource } from '../caches/compile-stored.js'

/** Everything that replays need, as plain data for a thread. */
export interface ReplayInput {
  conversations: RecordedConversation[]
  releases: FlowSource[]
  draft: FlowSource
  budgets: Budgets
  publicUrl: string | undefined
}

/** Replays the first conversation, with both transcripts. */
export function replayConversation({
  conversations,
  releases,
  draft,
  budgets,
  publicUrl,
}: ReplayInput): ConversationReplay | undefined {
  const [first] = conversations
  const replays = new DraftReplays({
    conversations,
    releases: releases.map(parsedSource),
    budgets,
    ...(publicUrl && { publicUrl }),
  })
  return first && replays.conversation(first.id, parsedSource(draft))
}
