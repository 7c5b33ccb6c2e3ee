import { expect, test } from 'vitest'
import { chatClient } from '../testing/chat-client.js'
import { askingBot, testService } from '../testing/test-service.js'

test('a page of results ends early at listBytes, and its cursor leads on to all of them', async () => {
  const service = await testService({ COLLOQUY_LIMITS: '{"listBytes":5000}' })
  try {
    const { start, say } = chatClient(() => service)
    const botId = await service.publish(askingBot('long-answers'))
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      const { sessionId, resultId } = (await start('long-answers')).body
      await say(sessionId, 'x'.repeat(1_500))
      ids.push(resultId)
    }
    const pages: string[][] = []
    for (let cursor = ''; ; ) {
      const { body } = await service.call('GET', `/api/v1/bots/${botId}/results?limit=50${cursor}`)
      pages.push(body.results.map(({ id }: { id: string }) => id))
      if (!body.nextCursor) break
      cursor = `&cursor=${body.nextCursor}`
    }
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat().toSorted()).toEqual(ids.toSorted())
  } finally {
    await service.close()
  }
})
