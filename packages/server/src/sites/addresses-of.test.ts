import { expect, test } from 'vitest'
import { askingBot, type TestService, testService } from '../testing/test-service.js'

async function addresses(
  settings: Record<string, string>,
  use?: (service: TestService, botId: string) => Promise<void>,
) {
  const service = await testService(settings)
  try {
    const botId = await service.publish(askingBot('help'))
    await use?.(service, botId)
    return (await service.call('GET', `/api/v1/bots/${botId}/addresses`)).body
  } finally {
    await service.close()
  }
}

const own = { COLLOQUY_PUBLIC_URL: 'https://bots.example', COLLOQUY_CHAT_URL: 'https://chats.example' }

/** Assigns the bot to `talk.example/help` of its workspace. */
const withDomain = (isVerified: boolean) => async (service: TestService, botId: string) => {
  const { workspaceId, storage } = service
  await storage.customDomains.claim({
    name: 'talk.example',
    workspaceId,
    createdAt: 1,
    verifiedAt: null,
    expiresAt: null,
  })
  if (isVerified) await storage.customDomains.markVerified(workspaceId, 'talk.example', 2)
  await service.call('PATCH', `/api/v1/bots/${botId}`, { bot: { customDomain: 'talk.example/help' } })
}

test('a bot is where its chats are: at the public address, or at the origin that chats have for themselves', async () => {
  const { COLLOQUY_PUBLIC_URL } = own
  expect(await addresses({ COLLOQUY_PUBLIC_URL })).toEqual({
    origin: 'https://bots.example',
    pages: ['https://bots.example/c/help'],
    runsPageScripts: false,
  })
  expect(await addresses(own)).toEqual({
    origin: 'https://chats.example',
    pages: ['https://chats.example/c/help'],
    runsPageScripts: true,
  })
})

test('a custom domain comes first once it points to this server', async () => {
  expect(await addresses(own, withDomain(true))).toEqual({
    origin: 'https://talk.example',
    pages: ['https://talk.example/help', 'https://chats.example/c/help'],
    runsPageScripts: true,
  })
  expect(await addresses(own, withDomain(false))).toEqual({
    origin: 'https://chats.example',
    pages: ['https://chats.example/c/help'],
    runsPageScripts: true,
    unverifiedDomain: 'talk.example/help',
  })
})
