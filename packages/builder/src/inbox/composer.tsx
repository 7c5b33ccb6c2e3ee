import { Hourglass, MessageSquareText, Paperclip, Send, X } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { labelled, withReferences } from '../comments/mentions.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { Segments } from '../design/segments.js'
import { useStore } from '../design/store.js'
import { showError } from '../design/toasts.js'
import { useNow } from '../design/use-now.js'
import { t } from '../i18n/i18n.js'
import { uploadFile } from '../service/upload.js'
import type { FullConversation, Member } from './conversation.js'
import { draftOf, keepDraft } from './drafts.js'
import { failed, type Outgoing, sendLater } from './outgoing.js'
import { lengthNote, replyWindow } from './reply-limits.js'
import { ReplyPicker } from './reply-picker.js'
import { hasPlaceholder } from './saved-replies.js'
import { reportTyping, typing } from './typing.js'
import { useMentionPicker } from './use-mention-picker.js'
import { useReplyPicker } from './use-reply-picker.js'

const RepliesDialog = onDemand(() => import('./replies-dialog.js'))

export type Kind = 'person' | 'note'

interface ComposerProps {
  workspaceId: string
  sessionId: string
  botId: string
  conversation: FullConversation
  /** The people who see it. */
  members: readonly Member[]
  /** The user edits saved replies, too. */
  isSupervisor: boolean
  /** The signed-in user speaks in this conversation. */
  isMine: boolean
  userId: string
  /** Number of messages that other people have sent. */
  saidByOthers: number
  kind: Kind
  field: RefObject<HTMLTextAreaElement | null>
  /** Given to it when a message is taken back. */
  restored: Outgoing | undefined
  onKind(kind: Kind): void
  onTake(): void
  onSent(): void
}

interface File {
  name: string
  url: string
}

/** Writes a message to the visitor, or a note. What is written is kept until it is sent. */
export function Composer(props: ComposerProps) {
  const { workspaceId, sessionId, botId, conversation, members, isSupervisor, isMine, userId, saidByOthers } = props
  const { kind, field, restored, onKind, onTake, onSent } = props
  const [text, setText] = useState(() => draftOf(sessionId))
  const [files, setFiles] = useState<readonly File[]>([])
  const [isUploading, setUploading] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const others = useStore(typing, (it) => it.now).filter(
    (one) => one.sessionId === sessionId && one.by !== 'visitor' && one.userId !== userId,
  )
  const [beganAt, setBeganAt] = useState<number>()
  const isAnswered = kind === 'person' && beganAt !== undefined && saidByOthers > beganAt
  const collision =
    kind === 'person' && others[0]
      ? t('{name} is writing, too.', { name: others[0].name ?? t('Somebody else') })
      : isAnswered
        ? t('Somebody else has answered meanwhile.')
        : kind === 'person' && hasPlaceholder(text)
          ? t('A placeholder has no value.')
          : undefined
  const [isWarned, setWarned] = useState(false)
  const write = (next: string) => {
    if (next !== '') reportTyping(workspaceId, sessionId, kind)
    setBeganAt(next === '' ? undefined : (beganAt ?? saidByOthers))
    setWarned(false)
    setText(next)
    keepDraft(sessionId, next)
  }
  const replies = useReplyPicker({ workspaceId, conversation, text, field, onText: write })
  const people = useMemo(
    () => labelled(members.filter(({ id }) => id !== userId).map(({ id, name }) => ({ id, name, email: null }))),
    [members, userId],
  )
  const mentions = useMentionPicker({ people, text, field, onText: write })
  const picking = kind === 'note' && mentions.isOpen ? mentions.field : replies.fieldProps
  const [isEditing, setEditing] = useState(false)
  useEffect(() => {
    if (restored) setText((now) => (now === '' ? restored.text : `${restored.text}\n${now}`))
  }, [restored])
  useEffect(() => {
    failed.set(sessionId, (message) => setText((now) => (now === '' ? message.text : `${message.text}\n${now}`)))
    return () => void failed.delete(sessionId)
  }, [sessionId])
  const now = useNow()
  const limits = kind === 'person' ? conversation.replyLimits : null
  const window = limits ? replyWindow(limits, now) : undefined
  const isAccepted = window?.isOpen ?? true
  const canWrite = isMine || kind === 'note'
  const isReady = canWrite && isAccepted && !isUploading && (text.trim() !== '' || files.length > 0)
  const send = () => {
    if (!isReady) return
    // The second time sends it.
    if (collision !== undefined && !isWarned) return setWarned(true)
    const said = text.trim() || files.map(({ name }) => name).join(', ')
    const body = kind === 'note' ? withReferences(said, people) : said
    sendLater({ workspaceId, sessionId, kind, text: said, body, files: files.map(({ url }) => url) }, onSent)
    setText('')
    setFiles([])
    setBeganAt(undefined)
    setWarned(false)
    if (kind === 'note') onKind('person')
  }
  const attach = async (chosen: globalThis.File | undefined) => {
    if (!chosen) return
    setUploading(true)
    try {
      const url = await uploadFile(botId, chosen)
      setFiles((before) => [...before, { name: chosen.name, url }])
    } catch (error) {
      showError(error)
    }
    setUploading(false)
  }
  return (
    <form
      className="inbox-composer"
      data-kind={kind}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="row">
        <Segments
          label={t('Kind of message')}
          value={kind}
          choices={[
            ['person', t('Reply')],
            ['note', t('Private note')],
          ]}
          onChange={onKind}
        />
        <span className="grow" />
        <span className="faint inbox-hint">
          {kind === 'note'
            ? t('Only people of the workspace see notes. Type @ to mention somebody.')
            : t('Enter sends, Shift+Enter adds a line.')}
        </span>
      </div>
      {window && (
        <p className="inbox-window" data-urgent={window.isUrgent}>
          <Hourglass size={13} aria-hidden />
          <span>{window.text}</span>
        </p>
      )}
      {canWrite ? (
        <>
          {replies.isOpen && (
            <ReplyPicker {...replies.list} onEdit={isSupervisor ? () => setEditing(true) : undefined} />
          )}
          {kind === 'note' && <div className="inbox-mentions">{mentions.list}</div>}
          <textarea
            ref={field}
            className="text"
            rows={3}
            aria-label={kind === 'note' ? t('Private note') : t('Reply')}
            placeholder={kind === 'note' ? t('Write a note…') : t('Write a reply…')}
            value={text}
            aria-controls={picking['aria-controls']}
            aria-activedescendant={picking['aria-activedescendant']}
            onChange={(event) => {
              write(event.target.value)
              replies.look(event.target)
              if (kind === 'note') mentions.look(event.target.value, event.target.selectionStart)
            }}
            onBlur={() => {
              replies.close()
              mentions.close()
            }}
            onKeyDown={(event) => {
              if (replies.press(event)) return
              mentions.field.onKeyDown(event)
              if (event.defaultPrevented) return
              if (event.key === 'Escape') event.currentTarget.blur()
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              send()
            }}
          />
          {collision !== undefined && (
            <p className="inbox-collision" role="status">
              {isWarned ? t('{reason} Send again to send your message, too.', { reason: collision }) : collision}
            </p>
          )}
          {files.length > 0 && (
            <ul className="row wrap" aria-label={t('Attached files')}>
              {files.map(({ name, url }) => (
                <li key={url} className="tag">
                  {name}
                  <button
                    type="button"
                    className="button plain small icon-only"
                    aria-label={t('Remove {name}', { name })}
                    onClick={() => setFiles(files.filter((file) => file.url !== url))}
                  >
                    <X size={12} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="row">
            <input
              ref={picker}
              type="file"
              hidden
              aria-label={t('File to send')}
              onChange={(event) => {
                void attach(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            {kind === 'person' && (
              <button
                type="button"
                className="button small"
                disabled={isUploading || files.length >= maxFiles}
                onClick={() => picker.current?.click()}
              >
                <Paperclip size={13} /> {isUploading ? t('Uploading…') : t('Attach a file')}
              </button>
            )}
            <button type="button" className="button small" onClick={replies.open}>
              <MessageSquareText size={13} /> {t('Saved replies')}
            </button>
            <span className="grow faint inbox-length" role="status">
              {limits && lengthNote(text, limits)}
            </span>
            <button type="submit" className="button primary" disabled={!isReady}>
              <Send size={14} /> {kind === 'note' ? t('Add note') : t('Send')}
            </button>
          </div>
        </>
      ) : (
        <div className="row inbox-take">
          <p className="soft grow">{t('Take over to reply in this conversation.')}</p>
          <button type="button" className="button primary" onClick={onTake}>
            {t('Take over')}
          </button>
        </div>
      )}
      {isEditing && (
        <DialogPart>
          <RepliesDialog workspaceId={workspaceId} onClose={() => setEditing(false)} />
        </DialogPart>
      )}
    </form>
  )
}

const maxFiles = 10
