import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkHistory, type InstanceData, type Operation } from '@colloquy/server/testing/process'
import type { NegativeControl } from '../reliability-test.js'

/**
 * Breaks copies of a place in the ways that the service must not, one by one, and looks whether `checkHistory` notices: what
 * it says of an unbroken place is worth no more than that. Each is planted in one session, and looked for there.
 */
export async function plantFaults(data: InstanceData, operations: readonly Operation[]): Promise<NegativeControl[]> {
  const controls: NegativeControl[] = []
  const [broken] = await data.rows<{ id: string }>(`SELECT ${someReply} AS id`)
  const ofSession = operations.filter(({ sessionId }) => sessionId === broken?.id)
  for (const [name, sql] of Object.entries(faults)) {
    const folder = await mkdtemp(join(tmpdir(), 'colloquy-planted-'))
    const copy = await data.copyTo(folder)
    await copy.change(sql)
    const problems = await checkHistory(copy.storage, ofSession)
    controls.push({ name, found: problems.length > 0 ? 1 : 0, of: 1 })
    await rm(folder, { recursive: true })
  }
  return controls
}

const someReply = `(SELECT max(session_id) FROM turns WHERE number = 2 AND EXISTS
  (SELECT 1 FROM turns AS later WHERE later.session_id = turns.session_id AND later.number = 3))`

const faults: Record<string, string> = {
  'a reply written twice': `
    UPDATE sessions SET version = version + 1 WHERE id = ${someReply};
    INSERT INTO turns (session_id, number, workspace_id, key, request_hash, request, answer, status, created_at)
    SELECT session_id, (SELECT max(number) + 1 FROM turns AS all_turns WHERE all_turns.session_id = turns.session_id),
      workspace_id, NULL, request_hash, request, answer, status, created_at
    FROM turns WHERE session_id = ${someReply} AND number = 2`,
  'an answer recorded twice': `
    INSERT INTO answers (result_id, number, workspace_id, block_id, group_id, content, storage_used, created_at)
    SELECT result_id, (SELECT max(number) + 1 FROM answers AS others WHERE others.result_id = answers.result_id),
      workspace_id, block_id, group_id, content, storage_used, created_at
    FROM answers WHERE number = 1 AND result_id = (SELECT result_id FROM sessions WHERE id = ${someReply})`,
  'a lost turn': `
    UPDATE sessions SET version = version - 1 WHERE id = ${someReply};
    DELETE FROM turns WHERE session_id = ${someReply}
      AND number = (SELECT max(number) FROM turns AS others WHERE others.session_id = ${someReply})`,
  'another answer than was sent': `UPDATE turns SET answer = answer || ' ' WHERE session_id = ${someReply} AND number = 2`,
  'two turns in the wrong order': `
    UPDATE turns SET number = number + 1000 WHERE session_id = ${someReply} AND number IN (2, 3);
    UPDATE turns SET number = 1005 - number WHERE number > 1000`,
}
