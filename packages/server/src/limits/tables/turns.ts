import { fairShare, type Limit } from '../limit.js'

/** Limits of one turn, its scripts, calls and emails. */
export const turnLimits = {
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
    value: 2_000,
    unit: 'ms',
    about:
      'Time that one turn computes, without what it waits for: its scripts, calls and models, and the turns of others; then it ends with a log',
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
  heldOutcomeBytes: {
    section: 'Turns',
    value: 64_000_000,
    unit: 'bytes',
    about: `What scripts and calls of all turns in progress have brought back, where it is large; ${fairShare}. Further ones fail with a log`,
  },
  comparedPairs: {
    section: 'Turns',
    value: 10_000,
    unit: 'count',
    about:
      'Pairs of items that one comparison by "Contains" or a pattern looks at, a text once per 10,000 characters; beyond, it does not hold and leaves a log',
  },
  comparedCharacters: {
    section: 'Turns',
    value: 10_000_000,
    unit: 'characters',
    about: 'Characters that the comparisons of one turn look at; further ones do not hold and leave a log',
  },
  insertedCharacters: {
    section: 'Turns',
    value: 10_000_000,
    unit: 'characters',
    about:
      'Characters of variables that one turn inserts into texts; further ones are omitted, and the turn ends with a log',
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
  modelCallsPerWorkspace: {
    section: 'Turns',
    value: 200,
    unit: 'count',
    about:
      'Calls to language models that a workspace has in progress with the same credentials; further ones wait within their time-out, and the bots that wait take turns',
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
  modelAnswerBytes: {
    section: 'Turns',
    value: 1_000_000,
    unit: 'bytes',
    about: 'Response of a language model that is not a stream; a larger one is a failure of the model',
  },
  responseBytes: { section: 'Turns', value: 5_000_000, unit: 'bytes', about: 'Response to one outgoing call' },
  serviceListBytes: {
    section: 'Outgoing calls and emails',
    value: 1_000_000,
    unit: 'bytes',
    about:
      'List that a service offers for a field of a form, such as its models; authors type the value if it is larger',
  },
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
    about:
      'Recording or other file that the service of an integration makes or is sent, and the attachments of one email by Gmail together; larger ones fail with a log',
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
  toolServerListBytes: {
    section: 'Turns',
    value: 1_000_000,
    unit: 'bytes',
    about: 'Response of an MCP server to a request that calls no tool, such as a page of its list of tools',
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
  scriptMilliseconds: { section: 'Scripts', value: 1_000, unit: 'ms', about: 'Running time of one script' },
  scriptMegabytes: { section: 'Scripts', value: 32, unit: 'MB', about: 'Memory of one script' },
  slowScripts: {
    section: 'Scripts',
    value: 2,
    unit: 'count',
    about: `Scripts of more than 20 ms that run at once, the rest waits; ${fairShare}`,
  },
  queuedScripts: {
    section: 'Scripts',
    value: 2_000,
    unit: 'count',
    about: `Scripts that wait to run, quick and slow ones each; ${fairShare}; further ones fail`,
  },
  scriptArgumentBytes: {
    section: 'Scripts',
    value: 67_108_864,
    unit: 'bytes',
    about: `Variables given to the scripts in progress; ${fairShare}; further scripts fail`,
  },
  waitingScriptBytes: {
    section: 'Scripts',
    value: 67_108_864,
    unit: 'bytes',
    about: `Memory of scripts that wait for the response to a \`fetch\`; ${fairShare}; further ones fail`,
  },
  outgoingCalls: {
    section: 'Outgoing calls and emails',
    value: 256,
    unit: 'count',
    about: `Calls of flows in progress at once, and as many to payment and messaging providers; ${fairShare}. Further ones wait within their time-out`,
  },
  receivedBytes: {
    section: 'Outgoing calls and emails',
    value: 67_108_864,
    unit: 'bytes',
    about: `Responses to calls in progress; ${fairShare}. A call fails if its response exceeds what is left`,
  },
  sentFileBytes: {
    section: 'Outgoing calls and emails',
    value: 134_217_728,
    unit: 'bytes',
    about: `Files that calls to services send, such as attachments of Gmail and recordings to transcribe; ${fairShare}. Further calls fail with a log`,
  },
  outgoingMails: {
    section: 'Outgoing calls and emails',
    value: 64,
    unit: 'count',
    about: `Emails that are being sent at once; ${fairShare}. Further ones wait up to 20 s`,
  },
  mailsPerHour: {
    section: 'Outgoing calls and emails',
    value: 500,
    unit: 'per hour',
    about:
      "Emails of one workspace's flows and comments through the mail server of the instance; further ones fail with a log",
  },
  commentMailsPerHour: {
    section: 'Outgoing calls and emails',
    value: 30,
    unit: 'per hour',
    about: 'Emails about comments that one process sends to one person; the service skips further ones',
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
} as const satisfies Record<string, Limit>
