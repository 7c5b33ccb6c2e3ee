import type { Endpoint, ErrorCode } from '@colloquy/api'
import { StorageFullError } from '@colloquy/storage'
import { failingStorage } from './failing-storage.js'
import { type Ids, populatedWorkspace } from './populated-workspace.js'
import { carryOut, type TestRequest } from './requests.js'
import { type TestService, testService } from './test-service.js'

export type Answer = Awaited<ReturnType<TestService['call']>>

/** What is made to fail: `clock` stands for a mistake in the program. */
export type Breakable = 'clock' | 'storage' | 'disk'

/** Services on which operations are made to fail: one with small limits, one that takes one request a minute, one that breaks. */
export interface OperationServices {
  service: TestService
  limited: TestService
  broken: TestService
  /** How far the clock of `service` is ahead, in milliseconds. */
  later: number
  /** What fails in `broken`. */
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
  /** Carries the operation out, with other ids or another request if need be. */
  run(change?: TestRequest & { ids?: Partial<Ids> }): Promise<Answer>
  /** Changes the bot. */
  update(bot: object): Promise<Answer>
}

/** Has an operation fail. */
export type Drive = (world: World) => Promise<Answer>
export type Failures = Partial<Record<ErrorCode, Drive>>

export async function operationServices(): Promise<OperationServices> {
  const services: Partial<OperationServices> = { later: 0 }
  const sizes = { flowBytes: 50_000, chatBytes: 20_000, uploadBytes: 10_000, workspaceFileBytes: 30_000 }
  const rates = {
    startsPerMinute: 1,
    repliesPerMinute: 1,
    uploadsPerMinute: 1,
    signInsPerMinute: 1,
    invitationsPerMinute: 1,
    passwordLinksPerMinute: 1,
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
  const broken = await testService(
    {},
    {
      clock() {
        if (services.fails === 'clock') throw new TypeError('A bug')
        return Date.now()
      },
      wrap: (storage) =>
        failingStorage(storage, ({ isWrite }) => {
          if (services.fails === 'storage') throw new Error('The connection is gone')
          if (services.fails === 'disk' && isWrite) throw new StorageFullError('No room')
        }),
    },
  )
  const close = async () => void (await Promise.all([service, limited, broken].map((one) => one.close())))
  return Object.assign(services, { service, limited, broken, close }) as OperationServices
}

export async function newWorld(services: OperationServices, endpoint: Endpoint): Promise<World> {
  const { service } = services
  const { ids, admin } = await populatedWorkspace(service, endpoint)
  const as = { authorization: `Bearer ${admin}` }
  return {
    services,
    service,
    ids,
    as,
    endpoint,
    run: ({ ids: others, headers, ...change } = {}) =>
      carryOut(service, endpoint, { ...ids, ...others }, { ...change, headers: { ...as, ...headers } }),
    update: (bot) => service.call('PATCH', `/api/v1/bots/${ids.botId}`, { bot }, as),
  }
}
