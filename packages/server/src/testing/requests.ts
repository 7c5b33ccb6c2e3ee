import { type Endpoint, type EndpointId, endpoints } from '@colloquy/api'
import { type Ids, pathOf } from './populated-workspace.js'
import { askingBot, type Method, type TestService } from './test-service.js'

/** For each operation a request that succeeds in a populated workspace. */
export const requests: { [Id in EndpointId]: (ids: Ids) => { query?: string; body?: unknown } } = {
  startChat: () => ({ body: {} }),
  startPreviewChat: () => ({ body: {} }),
  continueChat: () => ({ body: { message: 'Hello' } }),
  saveClientLogs: () => ({ body: { clientLogs: [{ description: 'The script of the page has failed' }] } }),
  listBots: ({ workspaceId }) => ({ query: `?workspaceId=${workspaceId}` }),
  createBot: ({ workspaceId }) => ({ body: { workspaceId, bot: { name: 'New' } } }),
  importBot: ({ workspaceId }) => ({
    body: { workspaceId, bot: { version: '6', name: 'File', theme: {}, ...askingBot('file') } },
  }),
  getBot: () => ({}),
  updateBot: () => ({ body: { bot: { name: 'Renamed' } } }),
  deleteBot: () => ({}),
  getPublishedBot: () => ({}),
  publishBot: () => ({}),
  unpublishBot: () => ({}),
  listResults: () => ({}),
  deleteResults: ({ resultId }) => ({ query: `?resultIds=${resultId}` }),
  getResult: () => ({}),
  getTranscript: () => ({}),
  listResultLogs: () => ({}),
  listWorkspaces: () => ({}),
  createWorkspace: () => ({ body: { name: 'Second' } }),
  getWorkspace: () => ({}),
  updateWorkspace: () => ({ body: { name: 'Renamed' } }),
  deleteWorkspace: () => ({}),
  eraseResults: () => ({ body: { value: 'ada@example.com' } }),
  getMe: () => ({}),
  listApiTokens: () => ({}),
  createApiToken: () => ({ body: { name: 'Second' } }),
  deleteApiToken: () => ({}),
  health: () => ({}),
  ready: () => ({}),
  metrics: () => ({}),
  openApi: () => ({}),
  docs: () => ({}),
  home: () => ({}),
}

export const allEndpoints = Object.values(endpoints) as Endpoint[]

/** Carries out an operation with some ids, as the owner of a token; some of the ids of the path may be others. */
export function carryOut(
  service: TestService,
  endpoint: Endpoint,
  ids: Ids,
  options: { token?: string; pathIds?: Partial<Ids>; headers?: Record<string, string>; query?: string } = {},
) {
  const request = requests[endpoint.id as EndpointId](ids)
  const path = pathOf(endpoint, { ...ids, ...options.pathIds }) + (options.query ?? request.query ?? '')
  return service.call(endpoint.method as Method, path, request.body, {
    ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
    ...options.headers,
  })
}
