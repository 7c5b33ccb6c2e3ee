import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askingBot } from '@colloquy/server/testing'
import { checkHistory, httpClient, publishBot, startAt } from '@colloquy/server/testing/process'
import { counted } from '../counts.js'
import { Visitor } from '../harness/visitor.js'
import type { ReliabilityTestOptions, ReliabilityTestReport } from '../reliability-test.js'

/** Offsets from the true time, in turn: an hour and up to three days either way, a leap day, beyond 32 bits of seconds. */
const jumps = ['+1h', '-1h', '+1d', '-3d', '+0', '@2028-02-29 23:59:58', '@2038-01-19 03:14:06', '-1h', '+0']
const repliesPerSession = 6

/**
 * Moves the clock of the running service under load. Turns are still accepted and keep their order, whatever the clock says; a session
 * expires early by no more than the clock was moved ahead.
 */
export async function jumpClock({ folder, newData, goesOn }: ReliabilityTestOptions): Promise<ReliabilityTestReport> {
  const data = await newData(join(folder, 'data'))
  const clock = join(folder, 'clock')
  await writeFile(clock, '+0\n')
  const env = {
    LD_PRELOAD: process.env.TEST_FAKETIME as string,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const service = await startAt(data, env)
  await publishBot(service.url, askingBot('jumping', repliesPerSession))
  const http = httpClient()
  const visitors = Array.from(
    { length: 8 },
    (_, index) => new Visitor({ bot: 'jumping', repliesPerSession, name: `${index}` }),
  )
  const problems: string[] = []
  /** Offset of the clock when a visitor was last answered. */
  const lastOffset = new Map<Visitor, number>()
  let done = 0
  for (; problems.length === 0 && goesOn(done); done++) {
    const jump = jumps[done % jumps.length] as string
    const offset = offsetOf(jump)
    await writeFile(clock, `${jump}\n`)
    await utimes(clock, new Date(), new Date())
    for (let round = 0; round < 5; round++) {
      for (const visitor of visitors) {
        const response = await visitor.say(http, service.url)
        const wentAhead = offset - (lastOffset.get(visitor) ?? 0)
        if (response?.status === 200) lastOffset.set(visitor, offset)
        // By the clock of the service the session has expired: the visitor starts again.
        else if (response?.status === 404 && wentAhead >= sessionMs) visitor.giveUp()
        else problems.push(`After ${jump} a turn was answered ${response?.status}: ${response?.text}`)
      }
    }
  }
  http.close()
  const code = await service.end('SIGTERM')
  if (code !== 0) problems.push(`The service ended with ${code}.`)
  const sql = 'SELECT count(DISTINCT created_at / 3600000) AS hours FROM turns'
  const hours = Number((await data.rows<{ hours: number }>(sql))[0]?.hours ?? 0)
  if (done >= jumps.length && hours < 6)
    problems.push(`By the clock of the service all this was within ${hours} hours.`)
  const history = visitors.flatMap((visitor) => visitor.history)
  problems.push(...(await checkHistory(data.storage, history)))
  return { tries: done, counts: counted`${done} jumps of the clock, ${history.length} turns`, problems }
}

const hourMs = 3_600_000
/** How long a session lasts after its last turn. */
const sessionMs = 48 * hourMs

/** In milliseconds, from the true time. */
function offsetOf(jump: string): number {
  if (jump.startsWith('@')) return Date.parse(`${jump.slice(1).replace(' ', 'T')}Z`) - Date.now()
  return Number.parseInt(jump, 10) * (jump.endsWith('d') ? 24 : 1) * hourMs
}
