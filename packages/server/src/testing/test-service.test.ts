import { expect, inject, test } from 'vitest'
import { askingBot, testService } from './test-service.js'

test('a secret of the tests in an answer, a log or the database fails the test that brought it there', async () => {
  const service = await testService()
  const bot = { ...askingBot('leak'), name: 'planted-model-key' }
  await expect(service.publish(bot)).rejects.toThrow(
    'The secret planted-model-key of the tests is in the answer of POST',
  )
  await expect(service.close()).rejects.toThrow(
    inject('postgres') === undefined
      ? /The secret planted-model-key.* is in colloquy.db/
      : /The secret planted-model-key.* is in a row of bots/,
  )
  const talkative = await testService()
  talkative.app.log.info('planted-tool-key')
  await expect(talkative.close()).rejects.toThrow('The secret planted-tool-key of the tests is in a log')
})
