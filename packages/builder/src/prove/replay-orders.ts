import type { ConversationReplay, DraftReplaysOptions, ReplayReport } from '@colloquy/prove'
import type { DraftUpdate } from '../workers/draft-updates.js'

/** Messages to the worker that replays. A draft is answered with a report, a conversation with both of its transcripts. */
export type ReplayOrder =
  | ({ kind: 'more' } & Pick<DraftReplaysOptions, 'conversations' | 'releases'>)
  | { kind: 'draft'; update: DraftUpdate<DraftReplaysOptions['releases'][number]> }
  | { kind: 'conversation'; id: string }

export type ReplayReply =
  | { kind: 'report'; report: ReplayReport }
  | { kind: 'conversation'; id: string; found: ConversationReplay | undefined }
