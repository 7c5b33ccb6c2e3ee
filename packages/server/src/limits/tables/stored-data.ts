import type { Limit } from '../limit.js'

/** Limits of results, knowledge bases and files, and of how they are read. */
export const storedDataLimits = {
  workspaceResultBytes: {
    section: 'Stored data',
    value: 10_737_418_240,
    unit: 'bytes',
    about:
      'Conversations and results of one workspace, counted every few minutes; no chat starts beyond it until results are deleted',
    error: 'result_quota_reached',
  },
  domainClaimHours: {
    section: 'Stored data',
    value: 168,
    unit: 'h',
    about: 'For how long a workspace may keep a custom domain that it has not verified; then the domain is removed',
  },
  domainGraceHours: {
    section: 'Stored data',
    value: 168,
    unit: 'h',
    about: 'For how long a custom domain stays verified after its DNS records are gone; then its pages are not served',
  },
  clockJumpHours: {
    section: 'Stored data',
    value: 168,
    unit: 'h',
    about:
      'How far the clock may be ahead of when the service last ran; beyond, old results are not deleted until the clock is right or confirmed',
  },
  listBytes: {
    section: 'Stored data',
    value: 4_000_000,
    unit: 'bytes',
    about: 'One page of a list; it ends early and its cursor leads on',
  },
  listAnswerCharacters: {
    section: 'Stored data',
    value: 1_000,
    unit: 'characters',
    about: 'One answer in a list, where a single result exceeds `listBytes`; the result by itself has all of it',
  },
  sortedResults: {
    section: 'Stored data',
    value: 50_000,
    unit: 'count',
    about: 'Results that a list sorted by an answer looks at: the newest of its period; the others are omitted',
  },
  deleteMilliseconds: {
    section: 'Stored data',
    value: 5_000,
    unit: 'ms',
    about: 'Time for which one request deletes results that match; the client sends it again for the rest',
  },
  recordedEffectBytes: {
    section: 'Stored data',
    value: 32_000,
    unit: 'bytes',
    about: 'Answers of services, scripts and models that a turn keeps for replays; larger ones are marked as not kept',
  },
  replayBytes: {
    section: 'Stored data',
    value: 8_000_000,
    unit: 'bytes',
    about: 'Turns of recorded conversations that one request replays; a cursor leads to the conversations before them',
  },
  gateConversations: {
    section: 'Stored data',
    value: 1_000,
    unit: 'count',
    about:
      'Latest conversations of the period that are replayed before publishing, where the settings of a bot require it',
  },
  gateTurns: {
    section: 'Stored data',
    value: 3_000,
    unit: 'count',
    about: 'Turns that synthetic visitors take before publishing',
  },
  replayTurns: {
    section: 'Stored data',
    value: 500,
    unit: 'count',
    about: 'Turns of one conversation that is replayed; longer ones are reported as unknown',
  },
  transcriptBytes: {
    section: 'Stored data',
    value: 4_000_000,
    unit: 'bytes',
    about: 'One part of a transcript; a cursor leads to the part before it',
  },
  knowledgeBases: {
    section: 'Stored data',
    value: 50,
    unit: 'count',
    about: 'Knowledge bases of one workspace',
    error: 'knowledge_full',
  },
  knowledgeSources: {
    section: 'Stored data',
    value: 1_000,
    unit: 'count',
    about: 'Sources of one knowledge base',
    error: 'knowledge_full',
  },
  knowledgeSitePages: {
    section: 'Stored data',
    value: 200,
    unit: 'count',
    about: 'Pages of one site that a knowledge base reads',
  },
  knowledgeChunks: {
    section: 'Stored data',
    value: 20_000,
    unit: 'count',
    about: 'Passages of one knowledge base, of at most 800 characters each',
    error: 'knowledge_full',
  },
  knowledgeBytes: {
    section: 'Stored data',
    value: 50_000_000,
    unit: 'bytes',
    about: 'Texts of the passages of one knowledge base',
    error: 'knowledge_full',
  },
  knowledgeVectorNumbers: {
    section: 'Stored data',
    value: 4_096,
    unit: 'count',
    about: 'Numbers that a model for semantic search may give a passage; others are not stored',
  },
  knowledgeQuestions: {
    section: 'Stored data',
    value: 200,
    unit: 'count',
    about: 'Questions without an answer that a knowledge base keeps: those that were asked last',
  },
  knowledgeQuestionCharacters: {
    section: 'Stored data',
    value: 500,
    unit: 'characters',
    about: 'A question without an answer; what is longer is cut',
  },
  hostedPageBytes: {
    section: 'Stored data',
    value: 500_000,
    unit: 'bytes',
    about: 'Turns that the hosted page renders of a running conversation: the latest ones',
  },
  hostedPageTurns: {
    section: 'Stored data',
    value: 100,
    unit: 'count',
    about: 'Turns that the hosted page renders of a running conversation: the latest ones',
  },
  summarizedResults: {
    section: 'Stored data',
    value: 200_000,
    unit: 'count',
    about: 'Results that a summary of answers reads: the newest ones of its period',
  },
  exportChunkBytes: {
    section: 'Stored data',
    value: 1_000_000,
    unit: 'bytes',
    about: 'Rows that an export reads at once',
  },
  uploadBytes: {
    section: 'Files',
    value: 10_485_760,
    unit: 'bytes',
    about: 'One file (a MB of forms and browsers has 1,048,576 bytes)',
    error: 'file_too_large',
  },
  workspaceFileBytes: {
    section: 'Files',
    value: 10_737_418_240,
    unit: 'bytes',
    about: 'All files of one workspace',
    error: 'storage_quota_reached',
  },
  slowUploadSeconds: {
    section: 'Files',
    value: 15,
    unit: 's',
    about: 'An upload that brings less than 1 kB a second for this long is cut',
  },
} as const satisfies Record<string, Limit>
