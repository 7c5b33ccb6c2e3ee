import type { ConversationReplay, DraftReplaysOptions, ReplayReport } from '@colloquy/prove'

/** Messages to the worker that replays. A draft is answered with a report, a conversation with both of its transcripts. */
export type ReplayOrder =
  | { kind: 'open'; options: DraftReplaysOptions }
  | { kind: 'draft'; draft: DraftReplaysOptions['releases'][number] }
  | { kind: 'conversation'; id: string }

export type ReplayReply =
  | { kind: 'report'; report: ReplayReport }
  | { kind: 'conversation'; id: string; found: ConversationReplay | undefined }
