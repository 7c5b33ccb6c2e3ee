import { get } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

let service: TestService
let begin = () => {}
const begun = new Promise<void>((resolve) => {
  begin = resolve
})
let release = () => {}
const released = new Promise<void>((resolve) => {
  release = resolve
})
beforeAll(async () => {
  service = await testService(
    { COLLOQUY_RATE_LIMIT: 'on', COLLOQUY_LIMITS: JSON.stringify({ userRequests: 1, userRequestSeconds: 0.2 }) },
    {
      wrap: (storage) => {
        const list: typeof storage.folders.list = async (...of) => {
          begin()
          await released
          return storage.folders.list(...of)
        }
        return { ...storage, folders: { ...storage.folders, list } }
      },
    },
  )
})
afterAll(() => service.close())

test('a request beyond those of its user is rejected after a while, and holds up neither streams nor other users', async () => {
  const botId = await service.publish({ name: 'Followed' })
  const { value } = await service.addMember(service.workspaceId, 'ADMIN')
  const inProgress = service.call('GET', `/api/v1/folders?workspaceId=${service.workspaceId}`)
  await begun
  const own = () => service.call('GET', '/api/v1/workspaces')
  const ofOther = () => service.call('GET', '/api/v1/workspaces', undefined, { authorization: `Bearer ${value}` })
  expect(await own()).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
    headers: { 'retry-after': '1' },
  })
  expect((await ofOther()).status).toBe(200)
  const headers = { authorization: `Bearer ${service.token}` }
  const live = get({ host: '127.0.0.1', port: service.port, path: `/api/v1/bots/${botId}/live`, headers })
  const status = await new Promise((resolve) => {
    live.once('response', ({ statusCode }) => resolve(statusCode))
  })
  expect(status).toBe(200)
  live.destroy()
  release()
  expect((await inProgress).status).toBe(200)
  await vi.waitFor(async () => expect((await own()).status).toBe(200))
})
