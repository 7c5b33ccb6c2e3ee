import type { Warning } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import type { SentBot } from '../http/sent-bot.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Needs } from '../service.js'
import { newTest, remainingOf } from './stored-tests.js'

/** Imports the tests of an exported bot. Warns of invalid tests and skips them; skips all if the workspace has no space for them. */
export async function importTests(
  service: Needs<'storage' | 'config' | 'flows' | 'now'>,
  { id, workspaceId }: BotRow,
  bot: SentBot,
  bytes: number,
): Promise<Warning[]> {
  const { botTests, botTestBytes } = service.config.limits
  const read = await service.flows.run(workspaceId, 'readTests', { bot, max: botTests }, bytes)
  const now = service.now()
  const tests = read.tests.map((test) => newTest(id, test, now))
  try {
    if ((await service.storage.botTests.add(tests, remainingOf(service))) === 'added') return read.warnings
    const message = `The tests were left out: together they take more than ${botTestBytes} bytes.`
    return [...read.warnings, { path: 'bot.tests', message }]
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error
    return [...read.warnings, { path: 'bot.tests', message: `Skipped the tests: ${error.message}.` }]
  }
}
