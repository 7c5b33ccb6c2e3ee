/** Runs in the process that `Documents` starts. */
import { forbidEffects, lowerThreadPriority } from '@colloquy/ports/threads'
import { UnreadableDocument } from './document.js'
import { documentJobs } from './document-jobs.js'
import type { DocumentOrder, DocumentReport } from './documents.js'

if (!process.send) throw new Error('This file only runs as a separate process of the service.')
const send = process.send.bind(process)

forbidEffects()
lowerThreadPriority()
process.on('message', (order: DocumentOrder) => void reportOf(order).then((report) => send(report)))
// The service has ended, in whatever way.
process.on('disconnect', () => process.exit())
send('ready')

async function reportOf({ job, input, limits }: DocumentOrder): Promise<DocumentReport> {
  try {
    return { result: await documentJobs[job](input, limits) }
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problem: error.message }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
