import type { LogRow } from '../results/result-row.js'
import type { Storage } from '../storage.js'

/** All logs of a result in a test. */
export async function allLogs(
  { results }: Pick<Storage, 'results'>,
  workspaceId: string,
  botId: string,
  resultId: string,
): Promise<LogRow[]> {
  return (await results.logs(workspaceId, botId, resultId, { limit: 1_000, bytes: 1_000_000 })).rows
}
