import { join } from 'node:path'
import { randomFrom } from '@colloquy/engine'
import { type InstanceData, startAt, startServiceProcess } from '@colloquy/server/testing/process'
import { counted, maximum } from '../counts.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const results = 100_000

/**
 * Starts the service on a large database of the first schema and kills it, most often while it brings that up to date: the database
 * has the old schema or the new one, with all its rows, and the next start ends as if nothing had been.
 */
export async function killMigrations({
  folder,
  newData,
  seed,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const random = randomFrom(seed)
  const problems: string[] = []
  const original = await newData(join(folder, 'original'))
  await original.fillWithSchema(1)
  await original.change(filling)
  const rows = await countOf(original)
  const whole = await original.copyTo(join(folder, 'whole'))
  const undisturbed = await startAt(whole)
  await undisturbed.end('SIGTERM')
  const newest = await schemaOf(whole)
  const again = await startAt(whole)
  await again.end('SIGTERM')
  // The migration comes where the second start saves time.
  const from = again.startedInMs * 0.6
  const found = { old: 0, new: 0 }
  let kills = 0
  for (; problems.length === 0 && goesOn(kills); kills++) {
    const data = await original.copyTo(join(folder, `${kills}`))
    const killAfterMs = from + random() * (undisturbed.startedInMs - from)
    const service = await startServiceProcess(data.folder, data.env, { killAfterMs }).catch(() => undefined)
    await service?.ended
    const schema = await schemaOf(data)
    found[schema === 1 ? 'old' : 'new'] += 1
    if (schema !== 1 && schema !== newest) problems.push(`A killed migration left schema ${schema}.`)
    problems.push(...(await data.inspect()))
    await (await startAt(data)).end('SIGTERM')
    if ((await schemaOf(data)) !== newest) problems.push('The next start did not finish the migration.')
    const kept = await countOf(data)
    if (kept !== rows) problems.push(`Of ${rows} results ${kept} were left.`)
  }
  if (kills > 0 && found.old === 0) problems.push('All migrations were done before their kill: that tries nothing.')
  const counts = counted`${kills} kills, ${found.old} of them before the migration of ${maximum(rows)} results was done`
  return { tries: kills, counts, problems }
}

async function schemaOf(data: InstanceData): Promise<number> {
  return Number((await data.rows<{ schema: number }>('SELECT max(number) AS schema FROM migrations'))[0]?.schema)
}

async function countOf(data: InstanceData): Promise<number> {
  return Number((await data.rows<{ count: number }>('SELECT count(*) AS count FROM results'))[0]?.count)
}

const filling = `
  CREATE TABLE numbers (n INTEGER PRIMARY KEY);
  WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${results})
    INSERT INTO numbers SELECT n FROM counted;
  INSERT INTO results (id, workspace_id, bot_id, created_at, updated_at, has_started, is_completed, is_archived, variables)
    SELECT 'm' || n, workspace_id, id, n, n, 1, 1, 0, '[]' FROM bots, numbers WHERE id = 'b1';
  DROP TABLE numbers`
