/** Runs in the thread that `FlowWorker` starts. */
import { parentPort } from 'node:worker_threads'
import { forbidEffects, lowerThreadPriority } from '@colloquy/ports/threads'
import { runFlowJob } from './flow-jobs.js'
import type { FlowOrder, FlowReport } from './flow-worker.js'

const port = parentPort
if (port === null) throw new Error('This file only runs as a worker thread.')

forbidEffects()
lowerThreadPriority()
port.on('message', ({ job, input }: FlowOrder) => void reportOf(job, input).then((report) => port.postMessage(report)))
port.postMessage('ready')

async function reportOf(job: FlowOrder['job'], input: never): Promise<FlowReport> {
  try {
    return { result: await runFlowJob(job, input) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
