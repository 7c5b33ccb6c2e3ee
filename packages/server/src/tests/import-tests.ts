import type { Warning } from '@colloquy/flow'
import type { BotRow } from '@colloquy/storage'
import type { Service } from '../service.js'
import { newTest, roomOf } from './stored-tests.js'

/** Takes the tests that came with an exported bot. What cannot be taken is left out, with a warning. */
export async function importTests(
  service: Service,
  { id, workspaceId }: BotRow,
  bot: object,
  bytes: number,
): Promise<{ warnings: Warning[] }> {
  const given: unknown = 'tests' in bot ? bot.tests : undefined
  if (!Array.isArray(given) || given.length === 0) return { warnings: [] }
  const { botTests, botTestBytes } = service.config.limits
  const read = await service.flows.run(workspaceId, 'readTests', { tests: given, most: botTests }, bytes)
  const now = service.now()
  const tests = read.tests.map((test) => newTest(id, test, now))
  if ((await service.storage.botTests.add(tests, roomOf(service))) === 'added') return read
  const message = `The tests were left out: together they take more than ${botTestBytes} bytes.`
  return { warnings: [...read.warnings, { path: 'bot.tests', message }] }
}
