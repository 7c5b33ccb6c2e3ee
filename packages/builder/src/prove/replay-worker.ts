/** Runs as a worker: the engine replays here, so that typing on the canvas never waits for it. */
import { DraftReplays, type DraftReplaysOptions } from '@colloquy/prove'
import type { ReplayOrder, ReplayReply } from './replay-orders.js'

let replays: DraftReplays | undefined
let draft: DraftReplaysOptions['releases'][number] | undefined

addEventListener('message', ({ data }: MessageEvent<ReplayOrder>) => {
  if (data.kind === 'open') replays = new DraftReplays(data.options)
  if (data.kind === 'draft') {
    draft = data.draft
    if (replays) reply({ kind: 'report', report: replays.report(draft) })
  }
  if (data.kind === 'conversation')
    reply({ kind: 'conversation', id: data.id, found: draft && replays?.conversation(data.id, draft) })
})

function reply(message: ReplayReply): void {
  postMessage(message)
}
