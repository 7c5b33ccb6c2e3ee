import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.js'

const limits = { foldersPerWorkspace: 1, workspaceBotBytes: 32_768, botTests: 1, environmentsPerBot: 1 }

let service: TestService
beforeAll(async () => {
  service = await testService({ COLLOQUY_LIMITS: JSON.stringify(limits) })
})
afterAll(() => service.close())

const reached = async (limit: string) => {
  const text = (await service.call('GET', '/metrics')).body as string
  return Number(new RegExp(`colloquy_limits_reached_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

test('the error of a quota on records names the quota, and is counted', async () => {
  const add = () => service.call('POST', '/api/v1/folders', { workspaceId: service.workspaceId, folderName: 'Surveys' })
  expect((await add()).status).toBe(200)
  expect((await add()).body).toMatchObject({ code: 'quota_reached', message: expect.stringContaining('There are 1 ') })
  expect(await reached('foldersPerWorkspace')).toBe(1)
})

test('the error of the quota on bytes of bots names the quota and what would be taken, and is counted', async () => {
  const add = (name: string) =>
    service.call('POST', '/api/v1/bots', { workspaceId: service.workspaceId, bot: { name } })
  for (const name of ['A', 'B']) expect((await add(name)).status).toBe(200)
  const { body } = await add('C')
  expect(body).toMatchObject({ code: 'bot_quota_reached' })
  expect(body.message).toContain('would take 49,152 bytes, and 32,768 bytes are allowed')
  expect(await reached('workspaceBotBytes')).toBe(1)
})

test('each error of a limit is counted once', async () => {
  const { workspace } = (await service.call('POST', '/api/v1/workspaces', { name: 'Counted' })).body
  const { bot } = (await service.call('POST', '/api/v1/bots', { workspaceId: workspace.id, bot: {} })).body
  const path = `/api/v1/bots/${bot.id}`
  const once = {
    botTests: () => service.call('POST', `${path}/tests`, { test: { name: 'Ada', steps: [{}] } }),
    environmentsPerBot: (name = 'staging') => service.call('POST', `${path}/environments`, { name }),
  }
  expect((await once.botTests()).status).toBe(200)
  expect((await once.botTests()).body.code).toBe('tests_full')
  expect((await once.environmentsPerBot()).status).toBe(200)
  expect((await once.environmentsPerBot('review')).body.code).toBe('too_many_environments')
  for (const limit of ['botTests', 'environmentsPerBot']) expect(await reached(limit), limit).toBe(1)
})
