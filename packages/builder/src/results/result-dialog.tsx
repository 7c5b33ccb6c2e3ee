import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useStudio } from '../bot/studio.js'
import { momentOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { safePicture } from '../design/safe-address.js'
import { request } from '../service/request.js'
import type { Result } from './result.js'

interface ResultDialogProps {
  result: Result
  /** Opens the neighbour in the table, if there is one. */
  onNewer: (() => void) | undefined
  onOlder: (() => void) | undefined
  onClose(): void
}

/** One conversation: what was said, what was kept, what was logged. */
export function ResultDialog({ result, onNewer, onOlder, onClose }: ResultDialogProps) {
  const { bot } = useStudio()
  const path = `bots/${bot.id}/results/${result.id}`
  const transcript = useQuery({
    queryKey: ['transcript', result.id],
    queryFn: () => request<'getTranscript'>('GET', `${path}/transcript`),
    select: (answer) => answer.transcript,
  })
  const logs = useQuery({
    queryKey: ['logs', result.id],
    queryFn: () => request<'listResultLogs'>('GET', `${path}/logs`),
    select: (answer) => answer.logs,
  })
  return (
    <Dialog title={`Result of ${momentOf(result.createdAt)}`} isWide onClose={onClose}>
      <div className="row">
        <span className={result.isCompleted ? 'tag good' : 'tag'}>{result.isCompleted ? 'Complete' : 'Begun'}</span>
        <span className="grow" />
        <button type="button" className="button small" disabled={!onNewer} onClick={onNewer}>
          <ChevronLeft size={14} /> Newer
        </button>
        <button type="button" className="button small" disabled={!onOlder} onClick={onOlder}>
          Older <ChevronRight size={14} />
        </button>
      </div>
      <div className="result">
        <section>
          <h3>Conversation</h3>
          {transcript.data?.length === 0 && <p className="soft">What was said is not kept any more.</p>}
          <ol className="transcript">
            {transcript.data?.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a transcript does not change
              <li key={index} className={entry.role === 'user' ? 'said' : 'heard'}>
                {entry.text ?? (
                  <Media address={entry.image ?? entry.video ?? entry.audio ?? ''} isPicture={entry.type === 'image'} />
                )}
              </li>
            ))}
          </ol>
        </section>
        <section className="stack">
          <h3>Variables</h3>
          {result.variables.length === 0 && <p className="soft">Nothing was kept.</p>}
          <dl className="values">
            {result.variables.map(({ id, name, value }) => (
              <div key={id}>
                <dt>{name}</dt>
                <dd>{Array.isArray(value) ? value.join(', ') : value}</dd>
              </div>
            ))}
          </dl>
          <h3>Logs</h3>
          {logs.data?.length === 0 && <p className="soft">Nothing was logged.</p>}
          <ul className="stack">
            {logs.data?.map((log) => (
              <li key={log.id}>
                <span className={log.status === 'error' ? 'tag danger' : 'tag'}>{log.status}</span> {log.description}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

function Media({ address, isPicture }: { address: string; isPicture: boolean }) {
  const picture = isPicture ? safePicture(address) : undefined
  return picture ? <img src={picture} alt="" /> : <span>{address}</span>
}
