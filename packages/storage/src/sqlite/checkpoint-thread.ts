/** The thread that moves what was written into the database file: see `checkpoints.ts`, which starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'
import type { CheckpointData, CheckpointOutcome, ToCheckpointThread } from './checkpoints.js'
import { driverCallsIn } from './driver-calls.js'
import { lowerPriorityOfThread } from './lower-priority-of-thread.js'

const port = parentPort
if (port === null) throw new Error('This file is the inside of a thread; it cannot be run by itself.')

lowerPriorityOfThread()
const { path, calls } = workerData as CheckpointData
const inDriver = driverCallsIn(calls)
let database: InstanceType<typeof DatabaseSync> | undefined

port.on('message', (message: ToCheckpointThread) => {
  if (message === 'checkpoint') port.postMessage(checkpoint())
  else {
    inDriver(() => database?.close())
    port.close()
  }
})

function checkpoint(): CheckpointOutcome {
  try {
    inDriver(() => {
      database ??= open()
      // It lets the connection of turns write meanwhile.
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    })
    return {}
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { failure: { message, errcode } }
  }
}

function open() {
  const opened = new DatabaseSync(path)
  // A checkpoint copies from file to file and needs no cache.
  opened.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA cache_size = 2; PRAGMA wal_autocheckpoint = 0',
  )
  return opened
}
