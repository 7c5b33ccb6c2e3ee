import { join } from 'node:path'
import { askingBot } from '@colloquy/server/testing'
import { httpClient, publishBot, startAt } from '@colloquy/server/testing/process'
import { counted, maximum } from '../counts.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

/** About 1 GB on SQLite. */
const results = 500_000
/** How much longer than on an empty database a start may take. */
const maxMoreMs = 2_000

/** Kills the service on a large database, under load, and looks how long it takes until it is ready again. */
export async function startLarge({
  database,
  folder,
  newData,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const problems: string[] = []
  const empty = await startAt(await newData(join(folder, 'empty')))
  await empty.end('SIGTERM')
  const data = await newData(join(folder, 'large'))
  let service = await startAt(data)
  await publishBot(service.url, askingBot('large', 3))
  await service.end('SIGTERM')
  await data.change(filling)
  const size = database === 'postgres' ? 'SELECT pg_database_size(current_database()) AS bytes' : sizeOnSqlite
  const bytes = Number((await data.rows<{ bytes: number | string }>(size))[0]?.bytes)
  service = await startAt(data)
  let tries = 0
  let slowestMs = 0
  for (; problems.length === 0 && goesOn(tries); tries++) {
    const http = httpClient()
    const visitors = Array.from({ length: 8 }, (_, index) => {
      return new Visitor({ bot: 'large', repliesPerSession: 3, name: `${tries}-${index}` })
    })
    const { url } = service
    for (let said = 0; said < 30; said++) await Promise.all(visitors.map((visitor) => visitor.say(http, url)))
    await service.end('SIGKILL')
    service = await startAt(data)
    slowestMs = Math.max(slowestMs, service.startedInMs)
    const again = await Promise.all(visitors.map((visitor) => visitor.askAgain(http, service.url)))
    problems.push(...again.flat())
    http.close()
  }
  await service.end('SIGTERM')
  if (slowestMs - empty.startedInMs > maxMoreMs) problems.push('That is too long.')
  const counts = counted`${tries} kills on a database of ${maximum(bytes / 1e6)} MB with ${maximum(results)} results;
    ready in ${maximum(slowestMs)} ms at most, on an empty one in ${maximum(empty.startedInMs)} ms`
  return { tries, counts, problems }
}

const sizeOnSqlite = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()'

/** Recorded conversations of three replies each, in words of both databases. */
const filling = `
  CREATE TABLE numbers (n INTEGER PRIMARY KEY);
  WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${results})
    INSERT INTO numbers SELECT n FROM counted;
  INSERT INTO results (id, workspace_id, bot_id, created_at, updated_at, has_started, is_completed, is_deleted, variables)
    SELECT 'm' || n, workspace_id, id, 1700000000000 + n, 1700000000000 + n, 1, 1, 0, '[{"id":"v1","name":"Name","value":"Ada"}]'
    FROM bots, numbers;
  INSERT INTO sessions (id, workspace_id, bot_id, release_id, result_id, version, created_at, updated_at, expires_at, state)
    SELECT 'm' || n, workspace_id, id, published_release_id, 'm' || n, 4, 1700000000000 + n, 1700000000000 + n,
      9000000000000 + n, '{"frames":[],"variables":[],"progress":100}' FROM bots, numbers;
  INSERT INTO answers (result_id, number, workspace_id, block_id, group_id, content, storage_used, created_at)
    SELECT 'm' || n, number, workspace_id, 'in' || number, 'g1', 'An answer of some length', 0, 1700000000000 + n
    FROM bots, numbers, (SELECT 1 AS number UNION ALL SELECT 2 UNION ALL SELECT 3) AS three;
  INSERT INTO turns (session_id, number, workspace_id, key, request_hash, status, created_at, request, answer)
    SELECT 'm' || n, number, workspace_id, 'key' || number, 'a hash of sixty-four letters, or about as many', 200,
      1700000000000 + n, '{"message":{"type":"text","text":"An answer of some length"}}',
      '{"messages":[{"type":"text","content":{"richText":[{"type":"p","children":[{"text":"Hi"}]}]}}],"input":{"type":"text"}}'
    FROM bots, numbers, (SELECT 1 AS number UNION ALL SELECT 2 UNION ALL SELECT 3) AS three;
  DROP TABLE numbers`
