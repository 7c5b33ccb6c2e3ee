/** Entry point of the threads that `ReplayThreads` starts. */
import { parentPort, workerData } from 'node:worker_threads'
import { forbidEffects, lowerThreadPriority } from '@colloquy/ports/threads'
import type { ReplayReport } from '@colloquy/prove'
import type { DriverCalls, RecordingSource } from '@colloquy/storage'
import { openRecordings } from '@colloquy/storage/recordings'
import { Replayer, type ReplayOrder, type ReplaySettings } from './replayer.js'

export interface ReplayThreadData {
  source: RecordingSource
  settings: ReplaySettings
}

/** `needsDraft`: the thread does not have the draft that the order names. */
export type ReplayAnswer = { report: ReplayReport } | { needsDraft: true } | { error: string }

const port = parentPort
if (port === null) throw new Error('This file only runs as a worker thread.')

forbidEffects()
lowerThreadPriority()
const { source, settings, calls } = workerData as ReplayThreadData & { calls: DriverCalls }
const replayer = new Replayer(openRecordings(source, calls), settings)
port.on('message', (order: ReplayOrder) => void answer(order).then((it) => port.postMessage(it)))
port.postMessage('ready')

async function answer(order: ReplayOrder): Promise<ReplayAnswer> {
  try {
    const report = await replayer.report(order)
    return report ? { report } : { needsDraft: true }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
