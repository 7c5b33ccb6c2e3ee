import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyBot } from '@colloquy/flow'
import { openSqlite, type SessionRow } from '@colloquy/storage'
import { emptyFields } from '@colloquy/storage/testing'
import { expect, test } from 'vitest'
import { ensureFirstOwner } from '../access/first-owner.js'
import { readConfig } from '../config/config.js'
import { newId } from '../ids.js'
import { newBotRow } from '../stored-bots/new-bot-row.js'
import { adminToken, startServiceProcess } from '../testing/process/service-process.js'
import { silentCommit } from '../turns/commit.js'

const results = 40
const answer = 'x'.repeat(3_000_000)

/** Stores a bot with 40 results, each with one answer of 3 MB. */
async function fill(folder: string): Promise<string> {
  const storage = await openSqlite({ folder, isDurable: false })
  const config = readConfig({ COLLOQUY_DATA: folder, COLLOQUY_ADMIN_TOKEN: adminToken })
  await ensureFirstOwner(storage, config, Date.now())
  const [workspace] = await storage.workspaces.list((await storage.users.first())?.id ?? '')
  const { events, groups, edges, variables, ...bot } = emptyBot(newId)
  const flow = { events, groups, edges, variables }
  const row = newBotRow(workspace!, { ...bot, publicId: null, flow: JSON.stringify(flow) }, Date.now())
  await storage.bots.create(row)
  const owner = { botId: row.id, workspaceId: row.workspaceId }
  const times = { createdAt: 1, updatedAt: 1, expiresAt: Date.now() + 1e6, endedAt: null, held: null }
  for (let number = 0; number < results; number++) {
    const id = `result-${number}`
    const nothing = { releaseId: null, resultId: null, noAnswerAt: null, contactId: null }
    const session: SessionRow = { ...owner, ...times, ...nothing, id, version: 0, state: '{}' }
    const begun = silentCommit(session, { state: '{}' }, { request: {}, answer: {}, now: 1 })
    await storage.sessions.commit({
      ...begun,
      updatedBefore: null,
      results: [
        {
          ...owner,
          id,
          hasStarted: true,
          isCompleted: true,
          variables: '[]',
          ...emptyFields,
          at: Date.now(),
        },
      ],
      answers: [
        {
          resultId: id,
          blockId: 'asked',
          groupId: 'g',
          variableId: null,
          content: answer,
          attachedFileUrls: null,
          storageUsed: 0,
          createdAt: 1,
        },
      ],
    })
  }
  await storage.close()
  return row.id
}

test('120 MB of results are exported and listed by a process with a heap of 96 MB', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'colloquy-'))
  try {
    const botId = await fill(folder)
    const service = await startServiceProcess(folder, { NODE_OPTIONS: '--max-old-space-size=96' })
    const get = (path: string) =>
      fetch(`${service.url}/api/v1/bots/${botId}/results${path}`, {
        headers: { authorization: `Bearer ${adminToken}` },
      })
    const response = await get('/export?format=csv&includeDeletedBlocks=true')
    let bytes = 0
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.length
    expect([response.status, bytes > results * answer.length]).toEqual([200, true])
    let listed = 0
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answered = await get(`?limit=100&timeFilter=allTime${cursor && `&cursor=${cursor}`}`)
      const text = await answered.text()
      expect(text.length).toBeLessThan(4_100_000)
      const page = JSON.parse(text)
      listed += page.results.length
      cursor = page.nextCursor
    }
    expect(listed).toBe(results)
    await service.end('SIGTERM')
  } finally {
    await rm(folder, { recursive: true })
  }
}, 180_000)
