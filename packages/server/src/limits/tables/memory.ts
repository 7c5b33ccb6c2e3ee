import { fairShare, type Limit } from '../limit.js'

/** Limits of queues and caches in the memory of one process. */
export const memoryLimits = {
  sessionQueue: {
    section: 'Queues and memory',
    value: 20,
    unit: 'count',
    about: 'Replies of one session that wait for the one before them',
    error: 'too_many_replies_waiting',
  },
  queueBytes: {
    section: 'Queues and memory',
    value: 64_000_000,
    unit: 'bytes',
    about: 'Bodies of all replies that wait or are being answered',
    error: 'server_busy',
  },
  storageBatchBytes: {
    section: 'Queues and memory',
    value: 500_000,
    unit: 'bytes',
    about: 'Turns that share one transaction; a batch takes no more once it is this large',
  },
  waitingLongBytes: {
    section: 'Queues and memory',
    value: 32_000_000,
    unit: 'bytes',
    about:
      'Responses and flows of megabytes of one workspace that wait until the main thread is free for them; further calls fail, further requests are rejected',
    error: 'server_busy',
  },
  generations: {
    section: 'Queues and memory',
    value: 500,
    unit: 'count',
    about: `Texts that are being generated as streams at once, and calls to language models in progress; ${fairShare}. Further calls wait within their time-out`,
    error: 'server_busy',
  },
  compiledFlowBytes: {
    section: 'Queues and memory',
    value: 64_000_000,
    unit: 'bytes',
    about: 'Sources of the compiled flows kept in memory; unused ones are evicted',
  },
  sharedSummaryBytes: {
    section: 'Queues and memory',
    value: 16_000_000,
    unit: 'bytes',
    about: 'Shared summaries that are kept for a minute; beyond, the oldest ones are computed again',
  },
  knowledgeVectorBytes: {
    section: 'Queues and memory',
    value: 100_000_000,
    unit: 'bytes',
    about: 'Vectors of knowledge bases in memory: of those that were searched last',
  },
  waitingVectorSearches: {
    section: 'Queues and memory',
    value: 64,
    unit: 'count',
    about: `Semantic searches that wait; ${fairShare}; further ones go by words only`,
  },
} as const satisfies Record<string, Limit>
