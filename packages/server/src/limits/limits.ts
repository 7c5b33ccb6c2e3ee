import type { ErrorCode } from '@colloquy/api'
import * as z from 'zod'

/** Sections of docs/limits.md, in this order. */
export const limitSections = [
  'Requests',
  'Replies and conversations',
  'Turns',
  'Scripts',
  'Outgoing calls and emails',
  'Queues and memory',
  'Authors',
  'Stored data',
  'Files',
  'Rates per client',
  'Messaging apps',
] as const

type Unit = 'bytes' | 'characters' | 'MB' | 'ms' | 's' | 'h' | 'per minute' | 'per hour' | 'count'

/** One limit as data: `error` is the answer to a rejected request; without it, nothing is rejected but cut, evicted or delayed. */
export interface Limit {
  readonly section: (typeof limitSections)[number]
  readonly value: number
  readonly unit: Unit
  /** Subject of the limit and what happens beyond it, as shown in docs/limits.md. */
  readonly about: string
  readonly error?: ErrorCode
}

/** Rule that keeps one workspace from using up what all share. */
const shared = 'one workspace gets at most as much as it leaves free'

/**
 * Every limit of the service, and the only place where defaults are defined. `Limits`, `COLLOQUY_LIMITS`, docs/limits.md and the metric
 * `colloquy_limits_reached_total` derive from it.
 */
export const limitTable = {
  flowBytes: {
    section: 'Requests',
    value: 10_000_000,
    unit: 'bytes',
    about: 'Body of a request that carries a flow',
    error: 'body_too_large',
  },
  chatBytes: {
    section: 'Requests',
    value: 1_000_000,
    unit: 'bytes',
    about: 'Body of any other request',
    error: 'body_too_large',
  },
  depth: { section: 'Requests', value: 64, unit: 'count', about: 'Nesting of a JSON body', error: 'too_deep' },
  headerSeconds: {
    section: 'Requests',
    value: 10,
    unit: 's',
    about: 'Time for the headers of a request to arrive; then the connection is closed',
  },
  bodySeconds: {
    section: 'Requests',
    value: 15,
    unit: 's',
    about: 'Time for a JSON body to arrive; then the connection is closed',
  },
  largeBodyBytes: {
    section: 'Requests',
    value: 131_072,
    unit: 'bytes',
    about: 'From this size on a body counts as large',
  },
  largeBodies: {
    section: 'Requests',
    value: 32,
    unit: 'count',
    about: 'Requests with large bodies in progress at once',
    error: 'server_busy',
  },
  userRequests: {
    section: 'Requests',
    value: 16,
    unit: 'count',
    about:
      'Requests of one user, of all tokens and login sessions, in progress at once until their response is read; streams are not counted. Up to 20 times as many wait, further ones are rejected',
    error: 'too_many_requests',
  },
  userRequestSeconds: {
    section: 'Requests',
    value: 10,
    unit: 's',
    about: 'How long such a request waits',
    error: 'too_many_requests',
  },

  textReplyBytes: {
    section: 'Replies and conversations',
    value: 65_536,
    unit: 'bytes',
    about: 'Reply to a text input',
    error: 'reply_too_large',
  },
  shortReplyBytes: {
    section: 'Replies and conversations',
    value: 4_096,
    unit: 'bytes',
    about: 'Reply to an input of a short value: number, email, website, phone number, date, time, rating, payment',
    error: 'reply_too_large',
  },
  choiceReplyBytes: {
    section: 'Replies and conversations',
    value: 65_536,
    unit: 'bytes',
    about: 'Reply to buttons, picture choices, cards or a file input (the addresses, not the files)',
    error: 'reply_too_large',
  },
  prefilledBytes: {
    section: 'Replies and conversations',
    value: 131_072,
    unit: 'bytes',
    about: 'Prefilled variables of a start, all together',
    error: 'reply_too_large',
  },
  listItems: {
    section: 'Replies and conversations',
    value: 10_000,
    unit: 'count',
    about: 'Items of a list that a client sends as a prefilled variable',
    error: 'reply_too_large',
  },
  sessionBytes: {
    section: 'Replies and conversations',
    value: 20_000_000,
    unit: 'bytes',
    about: 'What one session may store: replies and answers of all its turns',
    error: 'session_limit_reached',
  },
  sessionTurns: {
    section: 'Replies and conversations',
    value: 10_000,
    unit: 'count',
    about: 'Turns of one session',
    error: 'session_limit_reached',
  },
  sessionHours: {
    section: 'Replies and conversations',
    value: 48,
    unit: 'h',
    about: 'A session ends this long after its last reply',
  },
  stateBytes: {
    section: 'Replies and conversations',
    value: 1_000_000,
    unit: 'bytes',
    about: 'State of a session, its variables above all; what does not fit is not set',
  },
  textFollowers: {
    section: 'Replies and conversations',
    value: 5,
    unit: 'count',
    about: 'Clients that follow the generated text of one session at once',
    error: 'too_many_requests',
  },

  turnSteps: {
    section: 'Turns',
    value: 1_000,
    unit: 'count',
    about: 'Blocks that one turn runs; then it ends with a log',
  },
  turnMessages: { section: 'Turns', value: 200, unit: 'count', about: 'Messages of one turn; then it ends with a log' },
  turnBytes: {
    section: 'Turns',
    value: 1_000_000,
    unit: 'bytes',
    about: 'Answer of one turn: messages, input and client actions; then it ends with a log',
  },
  turnMilliseconds: {
    section: 'Turns',
    value: 30_000,
    unit: 'ms',
    about: 'Time of one turn, without that of its scripts and calls; then it ends with a log',
  },
  turnTotalMilliseconds: {
    section: 'Turns',
    value: 60_000,
    unit: 'ms',
    about:
      'Time of one turn with its scripts, emails and calls, but without language models; they are cut there, and later ones fail with a log',
  },
  turnCalls: {
    section: 'Turns',
    value: 50,
    unit: 'count',
    about: 'Outgoing calls of one turn, those of its scripts included; further ones fail with a log',
  },
  turnOutcomeBytes: {
    section: 'Turns',
    value: 20_000_000,
    unit: 'bytes',
    about: 'What scripts and calls of one turn bring back, all together; further ones fail with a log',
  },
  comparedPairs: {
    section: 'Turns',
    value: 10_000,
    unit: 'count',
    about:
      'Pairs of items that one comparison by "Contains" or a pattern looks at, a text once per 10,000 characters; beyond, it does not hold and leaves a log',
  },
  modelSeconds: {
    section: 'Turns',
    value: 120,
    unit: 's',
    about: 'One call to a language model with its retries',
  },
  modelFirstByteSeconds: {
    section: 'Turns',
    value: 60,
    unit: 's',
    about: 'Until the first byte of a streamed text of a language model',
  },
  modelIdleSeconds: {
    section: 'Turns',
    value: 30,
    unit: 's',
    about: 'Silence within a streamed text of a language model',
  },
  turnModelMilliseconds: {
    section: 'Turns',
    value: 300_000,
    unit: 'ms',
    about: 'Calls to language models of one turn, all together; they do not count towards `turnTotalMilliseconds`',
  },
  modelTextBytes: {
    section: 'Turns',
    value: 200_000,
    unit: 'bytes',
    about: 'Text of a language model; a longer one is cut with a log',
  },
  responseBytes: { section: 'Turns', value: 5_000_000, unit: 'bytes', about: 'Response to one outgoing call' },
  generatedTextBytes: {
    section: 'Turns',
    value: 131_072,
    unit: 'bytes',
    about: 'Text that one block generates as a stream; it ends there',
  },

  serviceFileBytes: {
    section: 'Turns',
    value: 25_000_000,
    unit: 'bytes',
    about: 'Recording or other file that the service of an integration makes; a larger one fails with a log',
  },

  scriptMilliseconds: { section: 'Scripts', value: 1_000, unit: 'ms', about: 'Running time of one script' },
  scriptMegabytes: { section: 'Scripts', value: 32, unit: 'MB', about: 'Memory of one script' },
  slowScripts: {
    section: 'Scripts',
    value: 2,
    unit: 'count',
    about: `Scripts of more than 20 ms that run at once, the rest waits; ${shared}`,
  },
  queuedScripts: {
    section: 'Scripts',
    value: 2_000,
    unit: 'count',
    about: `Scripts that wait to run, quick and slow ones each; ${shared}; further ones fail`,
  },
  scriptArgumentBytes: {
    section: 'Scripts',
    value: 67_108_864,
    unit: 'bytes',
    about: `Variables given to the scripts in progress; ${shared}; further scripts fail`,
  },
  waitingScriptBytes: {
    section: 'Scripts',
    value: 67_108_864,
    unit: 'bytes',
    about: `Memory of scripts that wait for the response to a \`fetch\`; ${shared}; further ones fail`,
  },

  outgoingCalls: {
    section: 'Outgoing calls and emails',
    value: 256,
    unit: 'count',
    about: `Calls of flows in progress at once, and as many to payment and messaging providers; ${shared}. Further ones wait within their time-out`,
  },
  receivedBytes: {
    section: 'Outgoing calls and emails',
    value: 134_217_728,
    unit: 'bytes',
    about: `Responses to calls in progress; ${shared}. A call fails if its response exceeds what is left`,
  },
  outgoingMails: {
    section: 'Outgoing calls and emails',
    value: 64,
    unit: 'count',
    about: `Emails that are being sent at once; ${shared}. Further ones wait up to 20 s`,
  },
  mailsPerHour: {
    section: 'Outgoing calls and emails',
    value: 500,
    unit: 'per hour',
    about: "Emails of one workspace's flows through the mail server of the instance; further ones fail with a log",
  },

  deliveriesAtOnce: {
    section: 'Outgoing calls and emails',
    value: 24,
    unit: 'count',
    about: 'Guaranteed deliveries that one process attempts at once; one workspace gets at most half of them',
  },
  waitingDeliveries: {
    section: 'Outgoing calls and emails',
    value: 10_000,
    unit: 'count',
    about: 'Guaranteed deliveries of one workspace that wait; further ones fail with a log',
  },
  deliveryBytes: {
    section: 'Outgoing calls and emails',
    value: 256_000,
    unit: 'bytes',
    about: 'Text of one guaranteed delivery; a larger one fails with a log',
  },
  deliveredHours: {
    section: 'Outgoing calls and emails',
    value: 168,
    unit: 'h',
    about: 'How long it is listed that something was delivered',
  },
  deadDeliveryHours: {
    section: 'Outgoing calls and emails',
    value: 720,
    unit: 'h',
    about: 'How long a delivery that was given up can be sent again; then it is deleted',
  },

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
    about: `Texts that are being generated as streams at once; ${shared}`,
    error: 'server_busy',
  },
  compiledFlowBytes: {
    section: 'Queues and memory',
    value: 64_000_000,
    unit: 'bytes',
    about: 'Sources of the compiled flows kept in memory; unused ones are evicted',
  },

  operationsPerBatch: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'Operations that one request may apply to a draft',
    error: 'too_many_operations',
  },
  environmentsPerBot: {
    section: 'Authors',
    value: 10,
    unit: 'count',
    about: 'Environments of one bot beside live',
    error: 'too_many_environments',
  },
  summaryLinks: {
    section: 'Authors',
    value: 50,
    unit: 'count',
    about: 'Links to the summary of one bot',
    error: 'too_many_summary_links',
  },
  summaryMails: {
    section: 'Authors',
    value: 50,
    unit: 'count',
    about: 'Addresses that get the summary of one bot by email',
    error: 'too_many_summary_mails',
  },
  workspacesPerUser: {
    section: 'Authors',
    value: 100,
    unit: 'count',
    about: 'Workspaces of which one user is an admin',
    error: 'quota_reached',
  },
  tokensPerUser: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'API tokens of one user',
    error: 'quota_reached',
  },
  botsPerWorkspace: {
    section: 'Authors',
    value: 5_000,
    unit: 'count',
    about: 'Bots of one workspace, archived ones included',
    error: 'quota_reached',
  },
  foldersPerWorkspace: {
    section: 'Authors',
    value: 5_000,
    unit: 'count',
    about: 'Folders of one workspace',
    error: 'quota_reached',
  },
  credentialsPerWorkspace: {
    section: 'Authors',
    value: 1_000,
    unit: 'count',
    about: 'Credentials of one workspace',
    error: 'quota_reached',
  },
  themeTemplatesPerWorkspace: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'Saved themes of one workspace',
    error: 'theme_templates_full',
  },
  domainsPerWorkspace: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'Custom domains of one workspace',
    error: 'quota_reached',
  },
  membersPerWorkspace: {
    section: 'Authors',
    value: 5_000,
    unit: 'count',
    about: 'Members of one workspace, guests included',
    error: 'quota_reached',
  },
  invitationsPerWorkspace: {
    section: 'Authors',
    value: 5_000,
    unit: 'count',
    about: 'Invitations to one workspace that were not accepted yet',
    error: 'quota_reached',
  },
  invitationsPerBot: {
    section: 'Authors',
    value: 1_000,
    unit: 'count',
    about: 'Invitations to one bot that were not accepted yet',
    error: 'quota_reached',
  },
  verifyTokensPerWorkspace: {
    section: 'Authors',
    value: 1_000,
    unit: 'count',
    about: 'Unused verify tokens of one workspace for the webhooks of messaging apps; they expire after an hour',
    error: 'quota_reached',
  },
  commentsPerBot: {
    section: 'Authors',
    value: 10_000,
    unit: 'count',
    about: 'Comments on one bot, replies included',
    error: 'quota_reached',
  },
  releasesPerBot: {
    section: 'Authors',
    value: 2_000,
    unit: 'count',
    about:
      'Releases of one bot; beyond, publishing deletes the oldest release without a note that no environment, schedule, experiment or running chat uses. The error only occurs if there is none',
    error: 'quota_reached',
  },
  scheduledDeploymentsPerBot: {
    section: 'Authors',
    value: 100,
    unit: 'count',
    about: 'Scheduled deployments of one bot',
    error: 'quota_reached',
  },
  experimentsPerBot: {
    section: 'Authors',
    value: 1_000,
    unit: 'count',
    about: 'Experiments of one bot, ended ones included',
    error: 'quota_reached',
  },
  webhooksPerSession: {
    section: 'Authors',
    value: 50,
    unit: 'count',
    about: 'Webhook events that wait for one conversation',
    error: 'quota_reached',
  },
  deploymentsPerBot: {
    section: 'Authors',
    value: 5_000,
    unit: 'count',
    about: 'Past deployments of one bot that are listed; beyond, the oldest are deleted',
  },
  deletedBots: {
    section: 'Authors',
    value: 100,
    unit: 'count',
    about: 'Deleted bots of one workspace that can still be read by their id; beyond, the oldest are emptied',
  },
  sharedSummaryBytes: {
    section: 'Queues and memory',
    value: 16_000_000,
    unit: 'bytes',
    about: 'Shared summaries that are kept for a minute; beyond, the oldest ones are computed again',
  },
  botTests: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'Tests of one bot',
    error: 'tests_full',
  },
  botTestBytes: {
    section: 'Authors',
    value: 4_000_000,
    unit: 'bytes',
    about: 'All tests of one bot as JSON, with the recorded answers of services',
    error: 'tests_full',
  },
  themeTemplateBytes: {
    section: 'Authors',
    value: 4_000_000,
    unit: 'bytes',
    about: 'All saved themes of one workspace as JSON',
    error: 'theme_templates_full',
  },
  waitingFlows: {
    section: 'Authors',
    value: 4,
    unit: 'count',
    about: 'Requests of one workspace that wait for a large flow to be imported, checked, tested or updated',
    error: 'too_many_requests',
  },
  flowMilliseconds: {
    section: 'Authors',
    value: 20_000,
    unit: 'ms',
    about: 'Time to import, check, test or update a large flow',
    error: 'invalid_flow',
  },
  headCodeBytes: {
    section: 'Authors',
    value: 50_000,
    unit: 'bytes',
    about: "A bot's custom head code",
    error: 'head_code_not_allowed',
  },
  headCodeDepth: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'Nesting of the elements in custom head code',
    error: 'head_code_not_allowed',
  },
  headCodeMilliseconds: {
    section: 'Authors',
    value: 1_000,
    unit: 'ms',
    about: 'Time to parse custom head code',
    error: 'head_code_not_allowed',
  },

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
    about: 'Semantic searches at once; others go by words only',
  },
  knowledgeQueryCharacters: {
    section: 'Turns',
    value: 2_000,
    unit: 'characters',
    about: 'Question that a block looks up in a knowledge base; what is longer is cut',
  },
  toolServerMilliseconds: {
    section: 'Turns',
    value: 60_000,
    unit: 'ms',
    about: 'One request to an MCP server',
  },
  toolServerListMilliseconds: {
    section: 'Turns',
    value: 10_000,
    unit: 'ms',
    about: 'All requests to list the tools of an MCP server; visitors do not wait for a slower one again for 30 s',
  },
  toolServerTools: {
    section: 'Turns',
    value: 200,
    unit: 'count',
    about: 'Tools that are read from one MCP server; the rest are skipped',
  },
  toolServerResultCharacters: {
    section: 'Turns',
    value: 100_000,
    unit: 'characters',
    about: 'Result of a tool of an MCP server; what is longer is cut',
  },
  knowledgePassages: {
    section: 'Turns',
    value: 20,
    unit: 'count',
    about: 'Passages that a block gets from one search in a knowledge base',
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

  startsPerMinute: rate('Starts of chats'),
  repliesPerMinute: rate('Replies and client logs', 600),
  pagesPerMinute: rate('Views of hosted pages and of the API reference', 300),
  uploadsPerMinute: rate('Addresses to upload to'),
  signInsPerMinute: rate('Attempts to sign in, to use an invitation, to change a password or to delete an account', 20),
  invitationsPerMinute: rate('Invitations and test emails', 10),
  passwordLinksPerMinute: rate('Requests for a link to set a new password', 5),
  failedTokensPerMinute: rate('Requests with an unknown bearer token', 30),
  failedSessionsPerMinute: rate('Requests for an unknown session or file', 60),
  wrongPasswords: {
    section: 'Rates per client',
    value: 5,
    unit: 'count',
    about: 'Wrong passwords for one account from one network; then each further one doubles a wait, up to 15 min',
    error: 'too_many_requests',
  },
  wrongPasswordsOfAccount: {
    section: 'Rates per client',
    value: 50,
    unit: 'count',
    about:
      'Wrong passwords for one account from all networks; then each further one doubles a wait, up to 30 s, for networks where nobody is signed in to it',
    error: 'too_many_requests',
  },

  contactsAtOnce: {
    section: 'Messaging apps',
    value: 500,
    unit: 'count',
    about: `Contacts whose messages are answered at once, the rest waits; ${shared}`,
  },
  mediaPauseMilliseconds: {
    section: 'Messaging apps',
    value: 3_000,
    unit: 'ms',
    about: 'After a picture or file, how long the next one may take to belong to the same reply',
  },
  resendMilliseconds: {
    section: 'Messaging apps',
    value: 1_000,
    unit: 'ms',
    about: 'Pause before a message that its provider did not take is sent again; it doubles up to a minute',
  },
  resendHours: { section: 'Messaging apps', value: 6, unit: 'h', about: 'For how long such a message is sent again' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable

export type Limits = Record<LimitName, number>

const names = Object.keys(limitTable) as LimitName[]

export const defaultLimits = Object.fromEntries(names.map((name) => [name, limitTable[name].value])) as Limits

/** `COLLOQUY_LIMITS`: a JSON object of the limits that differ from their defaults, by name. */
export const limitsSchema = z.string().transform((text, context): Limits => {
  const given = readObject(text)
  const problem = given === undefined ? 'not a JSON object' : problemOf(given)
  if (problem === undefined) return { ...defaultLimits, ...given }
  context.addIssue({
    code: 'custom',
    message: `${problem}; allowed are positive numbers by these names: ${names.join(', ')}`,
  })
  return z.NEVER
})

function rate(about: string, value = 60): Limit & { readonly error: 'too_many_requests' } {
  return { section: 'Rates per client', value, unit: 'per minute', about, error: 'too_many_requests' }
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return z.record(z.string(), z.unknown()).safeParse(value).data
  } catch {
    return undefined
  }
}

function problemOf(given: Record<string, unknown>): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(limitTable, name)) return `${name} is not a limit`
    if (typeof value !== 'number' || !(value > 0)) return `${name} is not a positive number`
  }
}
