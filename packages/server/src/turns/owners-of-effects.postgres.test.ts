import { documentOf } from '@colloquy/blocks/testing'
import { expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { testService } from '../testing/test-service.js'

test('a turn makes its calls as its workspace and bot, so that shares are those of the workspace', async () => {
  const owners: unknown[] = []
  const failed = { kind: 'failed', reason: 'nobody answers' } as const
  const egress = {
    send: async ({ owner }: { owner?: unknown }) => {
      owners.push(owner)
      return failed
    },
    open: async () => failed,
    close: async () => {},
  }
  const service = await testService({}, { ports: { egress: egress as never } })
  try {
    const webhook = { url: 'https://shop.example', method: 'GET' }
    const blocks = [{ id: 'call', type: 'Webhook', options: { webhook } }]
    const flow = documentOf({ groups: [{ id: 'g', blocks: blocks as never }], edges: { start: 'g' } })
    const botId = await service.publish({ publicId: 'calling', ...flow })
    expect((await chatClient(() => service).start('calling')).status).toBe(200)
    expect(new Set(owners.map((owner) => JSON.stringify(owner)))).toEqual(
      new Set([JSON.stringify({ workspaceId: service.workspaceId, botId })]),
    )
  } finally {
    await service.close()
  }
})
