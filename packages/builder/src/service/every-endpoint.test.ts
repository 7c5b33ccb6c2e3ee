import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EndpointId, endpoints } from '@colloquy/api'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('..', import.meta.url))
const sources = (readdirSync(folder, { recursive: true }) as string[])
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts$|^testing\//.test(path))
  .map((path) => readFileSync(join(folder, path), 'utf8'))

/** Operations that the builder reaches by other means than `api`: what stands in the source then. */
const reachedOtherwise: Partial<Record<EndpointId, string>> = {
  createBotFile: '/files?name=',
  docs: '/api/docs',
  exportContacts: '/contacts/export?',
  exportResults: '/results/export?',
  followBot: '/live?',
  followInbox: '/inbox/events',
}

const byVisitors = 'visitors call it, and the preview through the widget'
const byMessaging = 'the messaging provider calls it'
const byAutomation = 'automation services such as Zapier and Make call it to set up and test their side'
const byOperators = 'operators and their tools call it'

/** Operations that no page of the builder calls, and why. */
const forOthers: Partial<Record<EndpointId, string>> = {
  startChat: byVisitors,
  saveClientLogs: byVisitors,
  moveSession: byVisitors,
  updateContactAttribute: byAutomation,
  listMessages: byVisitors,
  followMessages: byVisitors,
  reportVisitorTyping: byVisitors,
  getRating: byVisitors,
  rateConversation: byVisitors,
  changeSessionStatus: 'gateways of messaging apps call it when a person answers',
  streamMessage: byVisitors,
  generateUploadUrl: byVisitors,
  uploadFile: byVisitors,
  uploadFileInForm: byVisitors,
  getFile: 'it is the address of pictures and files that pages show',
  getResultFile: 'it is the address of an uploaded file, which stands in the answers as a link',
  receiveMessages: byMessaging,
  receivePreviewMessages: byMessaging,
  verifyMessagingWebhook: byMessaging,
  verifyMessagingPreviewWebhook: byMessaging,
  executeTestMessagingWebhook: byMessaging,
  executeWebhook: 'another system calls it; the form of the block shows its address',
  listenForWebhooks: 'the widget listens while a chat waits for a call',
  listWebhookBlocks: byAutomation,
  getResultExample: byAutomation,
  subscribeWebhook: byAutomation,
  unsubscribeWebhook: byAutomation,
  finishOAuth: 'providers send browsers to it',
  listLinkedBots: 'clients of the API read the linked answers of a result with it',
  getMe: 'clients of the API ask whose token they have; pages ask for the sign-in',
  lintFlow: 'the command line checks files; the builder checks the draft itself',
  listProblems: 'the command line checks stored bots; the builder checks the draft itself',
  replayResult: 'clients of the API; the builder replays in the browser',
  getStats: 'clients of the API; the page of analytics asks for each part',
  getInDepthData: 'clients of the API; the page of analytics asks for each part',
  isPublicIdAvailable: 'clients of the API; the form tells it when it saves',
  checkCustomDomain: 'clients of the API; Verify on the page checks the records, too',
  updateInvitation: 'clients of the API; on the page an invitation is withdrawn and made anew',
  updateBotInvitation: 'clients of the API; on the page an invitation is withdrawn and made anew',
  runTests: 'the command line runs the tests of stored bots; the builder runs them in the browser',
  health: byOperators,
  ready: byOperators,
  metrics: byOperators,
  confirmClock: byOperators,
  openApi: 'clients of the API read it; the reference page shows it',
}

/** Ids in `api.…(`; the compiler accepts only existing ones. */
const called = new Set(
  sources.flatMap((source) => [...source.matchAll(/(?<![\w.])api\s*\.(\w+)\(/g)].map(([, id]) => id as string)),
)

it('calls every operation of the API, or says who does', () => {
  const unknown = Object.keys(endpoints).filter(
    (id) => !called.has(id) && !Object.hasOwn(reachedOtherwise, id) && !Object.hasOwn(forOthers, id),
  )
  expect(unknown).toEqual([])
})

it('keeps the lists of operations that are reached otherwise, and by others, true', () => {
  for (const [id, text] of Object.entries(reachedOtherwise)) {
    expect(
      sources.some((source) => source.includes(text)),
      id,
    ).toBe(true)
  }
  const listed = [...Object.keys(reachedOtherwise), ...Object.keys(forOthers)]
  expect(listed.filter((id) => called.has(id))).toEqual([])
  expect(listed.filter((id) => !Object.hasOwn(endpoints, id))).toEqual([])
})
