/** The thread that reads for a long time: see `reader.ts`, which starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { driverCallsIn } from './driver-calls.js'
import { lowerPriorityOfThread } from './lower-priority-of-thread.js'
import { openForReading } from './open-for-reading.js'
import type { Question, ReaderData, Reply } from './reader.js'

const port = parentPort
if (port === null) throw new Error('This file is the inside of a thread; it cannot be run by itself.')

lowerPriorityOfThread()
const { path, calls } = workerData as ReaderData
const inDriver = driverCallsIn(calls)
const database = openForReading(path, inDriver)

port.on('message', ({ id, sql, values }: Question) => port.postMessage(answer(id, sql, values)))

function answer(id: number, sql: string, values: Question['values']): Reply {
  try {
    return {
      id,
      rows: inDriver(() => database.prepare(sql).all(...values)).map((row: object) => ({ ...row })),
    }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { id, failure: { message, errcode } }
  }
}
