import type { Endpoint, ErrorCode } from '@colloquy/api'
import { type Storage, StorageFullError } from '@colloquy/storage'
import { failingStorage } from './failing-storage.js'
import { type Ids, populatedWorkspace } from './populated-workspace.js'
import { provingDns } from './proving-dns.js'
import { callOperation, instanceAdminOperations, type TestRequest } from './requests.js'
import { type TestService, testService } from './test-service.js'

export type Answer = Awaited<ReturnType<TestService['call']>>

/** Component that is made to fail: `clock` simulates a bug. */
export type Breakable = 'clock' | 'storage' | 'disk'

/** Services on which operations are made to fail: with small limits, with one request a minute, full, and broken. */
export interface OperationServices {
  service: TestService
  limited: TestService
  /** A service that accepts one request a minute with an unknown token, session or file. */
  guessed: TestService
  /** Its workspace stores too much, its sessions have two turns, it generates no texts, and its calls wait for `calls`. */
  full: TestService
  /** Ends the calls in progress of `full`. */
  calls: (() => void)[]
  broken: TestService
  /** Milliseconds by which the clock of `service` is ahead. */
  later: number
  /** Component that fails in `broken`. */
  fails: Breakable | undefined
  close(): Promise<void>
}

/** A populated workspace and an operation on it. */
export interface World {
  services: OperationServices
  service: TestService
  ids: Ids
  as: { authorization: string }
  endpoint: Endpoint
  /** Runs the operation, with other ids or another request if given. */
  run(change?: TestRequest & { ids?: Partial<Ids> }): Promise<Answer>
  /** Changes the bot. */
  update(bot: object): Promise<Answer>
}

/** Makes an operation fail. */
export type Drive = (world: World) => Promise<Answer>
export type Failures = Partial<Record<ErrorCode, Drive>>

export async function operationServices(): Promise<OperationServices> {
  const services: Partial<OperationServices> = { later: 0, calls: [] }
  const sizes = {
    conversationMessages: 8,
    flowBytes: 50_000,
    chatBytes: 20_000,
    uploadBytes: 10_000,
    workspaceFileBytes: 30_000,
    textReplyBytes: 5_000,
    contactBytes: 2_000,
    themeTemplateBytes: 1_000,
    knowledgeBases: 2,
    knowledgeBytes: 1_000,
  }
  const rates = {
    startsPerMinute: 1,
    startsPerMinuteOfToken: 1,
    repliesPerMinute: 1,
    repliesPerMinuteOfToken: 1,
    uploadsPerMinute: 1,
    signInsPerMinute: 1,
    invitationsPerMinute: 1,
    passwordLinksPerMinute: 1,
    phonePreviewsPerMinute: 1,
    largeBodyBytes: 100_000,
    largeBodies: 0.5,
  }
  const service = await testService(
    { COLLOQUY_LIMITS: JSON.stringify(sizes) },
    { clock: () => Date.now() + (services.later ?? 0) },
  )
  const limited = await testService({
    COLLOQUY_RATE_LIMIT: 'on',
    COLLOQUY_LIMITS: JSON.stringify(rates),
    COLLOQUY_MESSAGING_PREVIEW_NUMBER_ID: '',
    COLLOQUY_MESSAGING_PREVIEW_TOKEN: '',
    COLLOQUY_MESSAGING_PREVIEW_APP_SECRET: '',
    COLLOQUY_MESSAGING_PREVIEW_VERIFY_TOKEN: '',
  })
  const guessed = await testService({
    COLLOQUY_RATE_LIMIT: 'on',
    COLLOQUY_LIMITS: JSON.stringify({ failedTokensPerMinute: 1, failedSessionsPerMinute: 1 }),
  })
  const full = await testService(
    {
      COLLOQUY_LIMITS: JSON.stringify({
        sessionTurns: 2,
        conversationMessages: 2,
        sessionQueue: 0.5,
        generations: 0.5,
      }),
    },
    {
      ports: {
        egress: {
          send: () => new Promise((resolve) => services.calls?.push(() => resolve(noAnswer))),
          open: async () => noAnswer,
          close: async () => {},
        },
      },
      wrap: (storage) => {
        const resultBytes = async () => [{ workspaceId: await firstWorkspace(storage), bytes: 2 ** 40 }]
        return { ...storage, analytics: { ...storage.analytics, resultBytes } }
      },
    },
  )
  const broken: TestService = await testService(
    {},
    {
      dns: provingDns(() => broken, 'bots.example'),
      clock() {
        if (services.fails === 'clock') throw new TypeError('A bug')
        return Date.now()
      },
      wrap: (storage) =>
        failingStorage(storage, ({ isWrite }) => {
          if (services.fails === 'storage') throw new Error('The connection is gone')
          if (services.fails === 'disk' && isWrite) throw new StorageFullError('No space')
        }),
    },
  )
  const opened = { service, limited, guessed, full, broken }
  const close = async () => void (await Promise.all(Object.values(opened).map((one) => one.close())))
  return Object.assign(services, opened, { close }) as OperationServices
}

const noAnswer = { kind: 'failed', reason: 'Nobody answered' } as const

async function firstWorkspace(storage: Storage): Promise<string> {
  const owner = await storage.users.first()
  return (await storage.workspaces.list(owner?.id ?? ''))[0]?.id ?? ''
}

export async function newWorld(services: OperationServices, endpoint: Endpoint): Promise<World> {
  const { service } = services
  const { ids, admin } = await populatedWorkspace(service, endpoint)
  const as = { authorization: `Bearer ${instanceAdminOperations.has(endpoint.id) ? service.token : admin}` }
  return {
    services,
    service,
    ids,
    as,
    endpoint,
    run: ({ ids: others, headers, ...change } = {}) =>
      callOperation(service, endpoint, { ...ids, ...others }, { ...change, headers: { ...as, ...headers } }),
    update: (bot) => service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot }, as),
  }
}
