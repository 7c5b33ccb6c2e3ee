import { RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStudio, useView } from '../bot/studio.js'
import { useStore } from '../design/store.js'
import { MessageView } from './message-view.js'
import { type PreviewChat, startPreview } from './preview-chat.js'
import { ReplyForm } from './reply-form.js'
import './preview.css'

/** A chat with the draft, as far as it is saved. */
export default function Preview() {
  const { bot, saving, view } = useStudio()
  const groupId = useView((it) => it.startGroupId)
  const [round, setRound] = useState(0)
  const [chat, setChat] = useState<PreviewChat>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins a new chat
  useEffect(() => {
    let isGone = false
    setChat(undefined)
    void saving.flush().then(() => isGone || setChat(startPreview(bot.id, groupId)))
    return () => {
      isGone = true
      view.set({ runningBlockId: undefined })
    }
  }, [bot.id, saving, view, groupId, round])
  return (
    <>
      <div className="preview-bar">
        <span className="faint grow">{groupId ? 'From the chosen group' : 'From the start'}, nothing is recorded</span>
        {groupId && (
          <button type="button" className="button plain small" onClick={() => view.set({ startGroupId: undefined })}>
            From the start
          </button>
        )}
        <button type="button" className="button plain small" onClick={() => setRound(round + 1)}>
          <RotateCcw size={13} /> Restart
        </button>
      </div>
      {chat && <Chat chat={chat} key={round} />}
    </>
  )
}

function Chat({ chat }: { chat: PreviewChat }) {
  const { view } = useStudio()
  const { lines, input, logs, isBusy, isEnded } = useStore(chat.state, (state) => state)
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is new is scrolled to
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [lines, input])
  useEffect(() => view.set({ runningBlockId: input?.id }), [view, input])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys */}
      <div className="preview-lines" role="log" aria-label="Conversation" tabIndex={0}>
        {lines.map((line, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
          if (line.kind === 'message') return <MessageView key={index} message={line.message} />
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
            <p key={index} className={line.kind === 'reply' ? 'said' : 'note'}>
              {line.text}
            </p>
          )
        })}
        {isBusy && <p className="note">…</p>}
        {isEnded && <p className="note">The conversation ends here.</p>}
        <div ref={end} />
      </div>
      {input && <ReplyForm key={input.id + lines.length} input={input} onSend={chat.send} />}
      {logs.length > 0 && (
        <details className="preview-logs">
          <summary>
            {logs.length} {logs.length === 1 ? 'log' : 'logs'}
          </summary>
          <ul>
            {logs.map((log, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: logs are only ever added
              <li key={index}>
                <span className={log.status === 'error' ? 'tag danger' : 'tag'}>{log.status ?? 'info'}</span>{' '}
                {log.description}
                {log.details && <pre>{log.details}</pre>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
