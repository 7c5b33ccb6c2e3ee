import { definitionOf, type Flow, type FlowTest } from '@colloquy/flow'
import type { BotRow, BotTest } from '@colloquy/storage'
import { draftSource, releaseSource } from '../caches/compile-stored.js'
import { timestamp } from '../http/timestamp.js'
import { newId } from '../ids.js'
import { LimitExceeded } from '../limits/limit-exceeded.js'
import type { Needs } from '../service.js'
import { flowOf } from '../stored-bots/flow-of.js'
import { linkedWithin } from '../stored-bots/linked-within.js'
import type { TestInput } from './test-jobs.js'

export function newTest(botId: string, test: FlowTest, now: number): BotTest {
  return { id: newId(), botId, name: test.name, test: JSON.stringify(test), createdAt: now, updatedAt: now }
}

/** Throws `tests_full` if they exceed the limit. */
export async function addTests(service: Needs<'storage' | 'config'>, tests: readonly BotTest[]): Promise<void> {
  if ((await service.storage.botTests.add(tests, remainingOf(service))) === 'full') throw new LimitExceeded('botTests')
}

/** Returns the tests of a bot for a copy with the same flow. */
export async function testsForCopy({ storage }: Needs<'storage'>, fromId: string, toId: string): Promise<BotTest[]> {
  const tests = await storage.botTests.list(fromId)
  return tests.map((test) => ({ ...test, id: newId(), botId: toId }))
}

export const remainingOf = ({ config: { limits } }: Needs<'config'>) => ({
  tests: limits.botTests,
  bytes: limits.botTestBytes,
})

export function shownTest({ id, test, createdAt, updatedAt }: BotTest) {
  return {
    id,
    test: JSON.parse(test) as FlowTest,
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  }
}

/**
 * Returns the flows that the tests of a bot run on, as text: its draft, and the published releases of the bots that it links to, within the
 * limits of linked bots.
 */
export async function testInput(
  service: Needs<'storage' | 'config' | 'budgets' | 'metrics' | 'longWork'>,
  bot: BotRow,
): Promise<TestInput> {
  const { storage, budgets, config, longWork } = service
  const ids = await longWork.run(bot.workspaceId, bot.flow.length, () => linkedBotIds(flowOf(bot)))
  const linked = await linkedWithin(service, ids, async (id) => {
    const other = id === bot.id ? undefined : await storage.bots.findSummary(id)
    if (!other || other.workspaceId !== bot.workspaceId || other.isDeleted || other.publishedReleaseId === null)
      return undefined
    const release = await storage.releases.get(other.publishedReleaseId)
    return release && releaseSource(release)
  })
  return { draft: draftSource(bot), linked, budgets, publicUrl: config.publicUrl }
}

function linkedBotIds({ groups }: Flow): Set<string> {
  const links = groups.flatMap(({ blocks }) =>
    blocks.flatMap((block) => definitionOf(block.type)?.linkedBot?.(block) ?? []),
  )
  return new Set(links.flatMap(({ botId }) => botId || []))
}
