/** Runs in the thread that `FlowWorker` starts. */
import { parentPort } from 'node:worker_threads'
import { forbidEffects, lowerThreadPriority } from '@colloquy/ports/threads'
import { runFlowJob } from './flow-jobs.js'
import type { FlowOrder, FlowReport } from './flow-worker.js'

const port = parentPort
if (port === null) throw new Error('This file only runs as a worker thread.')

forbidEffects()
lowerThreadPriority()
port.on('message', ({ job, input }: FlowOrder) => port.postMessage(reportOf(job, input)))
port.postMessage('ready')

function reportOf(job: FlowOrder['job'], input: never): FlowReport {
  try {
    return { result: runFlowJob(job, input) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
