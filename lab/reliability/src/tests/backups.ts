import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { askingBot } from '@colloquy/server/testing'
import {
  checkHistory,
  httpClient,
  type InstanceData,
  type Operation,
  publishBot,
  startAt,
} from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

const repliesPerSession = 4

/** Makes backups while visitors talk, each in a separate process, and restores each of them to its own folder. */
export async function backUpUnderLoad({
  folder,
  newData,
  goesOn,
}: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const data = await newData(join(folder, 'data'))
  const service = await startAt(data)
  await publishBot(service.url, askingBot('backed', repliesPerSession))
  const http = httpClient()
  const visitors = Array.from(
    { length: 16 },
    (_, index) => new Visitor({ bot: 'backed', repliesPerSession, name: `${index}` }),
  )
  const isOver = { now: false }
  const talking = visitors.map(async (visitor) => {
    while (!isOver.now) {
      const response = await visitor.say(http, service.url)
      if (response?.status !== 200)
        throw new Error(`During a backup a turn was answered ${response?.status}: ${response?.text}`)
    }
  })
  const problems: string[] = []
  let backups = 0
  let meanwhile = 0
  try {
    for (; problems.length === 0 && goesOn(backups); backups++) {
      const file = join(folder, `${backups}.tar.gz`)
      const began = performance.now()
      await Promise.race([colloquy(data, 'backup', file), Promise.all(talking)])
      meanwhile += allOf(visitors).filter(({ ended = 0 }) => ended > began).length
      const restored = await newData(join(folder, `restored-${backups}`))
      await colloquy(restored, 'restore', file)
      problems.push(...(await restored.inspect()), ...(await checkMoment(restored, allOf(visitors), began)))
    }
  } finally {
    isOver.now = true
    await Promise.all(talking)
    http.close()
    await service.end('SIGTERM')
  }
  const turns = allOf(visitors).length
  if (meanwhile === 0) problems.push('Nothing was answered while backups were made: that tries nothing.')
  return {
    tries: backups,
    counts: counted`${backups} backups during ${turns} turns, ${meanwhile} of them while one was made`,
    problems,
  }
}

const allOf = (visitors: readonly Visitor[]) => visitors.flatMap(({ history }) => history.map((one) => ({ ...one })))

/**
 * A restored backup must contain the history up to one moment: if it contains an operation, it must contain all operations that were
 * answered before that one was sent, and in any case all that were answered before the backup began.
 */
async function checkMoment(data: InstanceData, operations: readonly Operation[], began: number): Promise<string[]> {
  const keys = new Set((await data.rows<{ key: string }>('SELECT key FROM turns')).map(({ key }) => key))
  const isKept = ({ key = '' }: Operation) => keys.has(key)
  const latest = operations.filter(isKept).reduce((time, operation) => Math.max(time, operation.began), began)
  const expected = operations.filter((one) => isKept(one) || (one.ended ?? Number.POSITIVE_INFINITY) < latest)
  return checkHistory(data.storage, expected)
}

const bin = fileURLToPath(new URL('../../../../packages/cli/bin/colloquy.js', import.meta.url))

async function colloquy({ folder, env }: InstanceData, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [bin, ...args, '--data', folder], { env: { ...process.env, ...env } })
}
