/** Runs as a worker: the engine replays here, so that typing on the canvas never waits for it. */
import { DraftReplays, type DraftReplaysOptions } from '@colloquy/prove'
import { DraftReceiver } from '../workers/draft-updates.js'
import type { ReplayOrder, ReplayReply } from './replay-orders.js'

const replays = new DraftReplays({ conversations: [], releases: [] })
type Source = DraftReplaysOptions['releases'][number]

const drafts = new DraftReceiver<Source>()
let draft: Source | undefined

addEventListener('message', ({ data }: MessageEvent<ReplayOrder>) => {
  if (data.kind === 'more') replays.add(data.conversations, data.releases)
  if (data.kind === 'draft') {
    draft = drafts.take(data.update)
    reply({ kind: 'report', report: replays.report(draft) })
  }
  if (data.kind === 'conversation')
    reply({ kind: 'conversation', id: data.id, found: draft && replays.conversation(data.id, draft) })
})

function reply(message: ReplayReply): void {
  postMessage(message)
}
