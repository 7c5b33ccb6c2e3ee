/** Runs in the thread that `describedApi` starts. */
import { parentPort } from 'node:worker_threads'
import { asOpenApi30, docsPage, openApiDocument } from '@colloquy/api'
import { lowerThreadPriority } from '@colloquy/ports/threads'

const port = parentPort
if (port === null) throw new Error('This file only runs as a worker thread.')
lowerThreadPriority()

const renderings = {
  'OpenAPI 3.0': (publicUrl: string) => JSON.stringify(asOpenApi30(openApiDocument(publicUrl))),
  'OpenAPI 3.1': (publicUrl: string) => JSON.stringify(openApiDocument(publicUrl)),
  page: docsPage,
}

export interface Rendering {
  form: keyof typeof renderings
  publicUrl: string
}

port.on('message', ({ form, publicUrl }: Rendering) => port.postMessage(renderings[form](publicUrl)))
port.postMessage('ready')
