import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { showError, showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { Composer, type Kind } from './composer.js'
import { conversationKey, type FullConversation, type Member, type Team } from './conversation.js'
import { ConversationHead } from './conversation-head.js'
import { Details } from './details.js'
import { type Outgoing, outgoing, takeBack } from './outgoing.js'
import { Transcript } from './transcript.js'
import { applyChange, useConversation } from './use-conversations.js'

const ReturnDialog = onDemand(() => import('./return-dialog.js'))

/** Actions of keys in the open conversation. */
export interface ConversationActions {
  write(kind: Kind): void
  take(): void
  resolve(): void
  giveBack(): void
  undo(): void
}

interface ConversationViewProps {
  workspaceId: string
  sessionId: string
  userId: string
  names: ReadonlyMap<string, string>
  members: readonly Member[]
  teams: readonly Team[]
  isSupervisor: boolean
  hasDetails: boolean
  /** The details take the place of the conversation. */
  isPhone: boolean
  actions: RefObject<ConversationActions | null>
  onBack(): void
  onDetails(): void
  onTranscript(): void
  /** Called when the user has taken the conversation over. */
  onTaken(): void
  /** Called when the conversation leaves the list of things to do. */
  onDone(): void
}

/** A conversation, and the place to write in it. */
export function ConversationView(props: ConversationViewProps) {
  const { workspaceId, sessionId } = props
  const { data, error } = useConversation(workspaceId, sessionId)
  if (error)
    return (
      <section className="inbox-conversation" aria-label={t('Conversation')}>
        <p className="notice danger" role="alert">
          {error.message}
        </p>
        <button type="button" className="button inbox-back" onClick={props.onBack}>
          {t('Back to the list')}
        </button>
      </section>
    )
  if (!data) return <section className="inbox-conversation" aria-busy="true" aria-label={t('Conversation')} />
  return <Loaded conversation={data} {...props} />
}

/** Number of messages that other people have sent. */
const saidByOthers = ({ transcript }: FullConversation, userId: string): number =>
  transcript.filter((part) => 'message' in part && part.message.kind === 'person' && part.message.authorId !== userId)
    .length

/** Number of the last message beside the turns of the bot. */
const lastNumber = ({ transcript }: FullConversation): number =>
  transcript.reduce((last, part) => ('message' in part ? Math.max(last, part.message.number) : last), 0)

type Changed = Answer<'takeConversation'>

function Loaded({ conversation, ...props }: ConversationViewProps & { conversation: FullConversation }) {
  const {
    workspaceId,
    sessionId,
    userId,
    names,
    members,
    teams,
    isSupervisor,
    hasDetails,
    isPhone,
    actions,
    onBack,
    onDetails,
    onTranscript,
    onTaken,
    onDone,
  } = props
  const queries = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [kind, setKind] = useState<Kind>('person')
  const [isBusy, setBusy] = useState(false)
  const [isReturning, setReturning] = useState(false)
  const [restored, setRestored] = useState<Outgoing>()
  const { holder } = conversation
  const listed = conversation.conversation
  const botId = listed?.botId ?? conversation.botId
  const seeing = useMemo(() => members.filter(({ inboxBots }) => inboxBots?.includes(botId) ?? true), [members, botId])
  const isMine = holder.by === 'person' && holder.who === userId
  const refetch = () => queries.invalidateQueries({ queryKey: conversationKey(workspaceId, sessionId) })
  const change = async (work: () => Promise<Changed>): Promise<boolean> => {
    setBusy(true)
    try {
      const { conversation: changed } = await work()
      applyChange(queries, workspaceId, userId, changed)
      await refetch()
      return true
    } catch (problem) {
      showError(problem)
      void refetch()
      return false
    } finally {
      setBusy(false)
    }
  }
  // The field may only be rendered after the conversation is taken over.
  const [isFieldWanted, setFieldWanted] = useState(false)
  useEffect(() => {
    if (!isFieldWanted || !field.current) return
    setFieldWanted(false)
    field.current.focus()
    // Behind a draft.
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  })
  const write = (next: Kind) => {
    setFieldWanted(true)
    setKind(next)
  }
  const take = async () => {
    const from = (holder.by === 'person' && holder.who) || 'nobody'
    const isTaken = !isMine && (await change(() => api.takeConversation({ workspaceId, sessionId, from })))
    if (isTaken) onTaken()
    if (isMine || isTaken) write('person')
  }
  const assign = (to: { assigneeId: string | null } | { teamId: string | null }) =>
    change(() => api.updateConversation({ workspaceId, sessionId, ...to }))
  const resolve = async () => {
    if (!listed || holder.by === 'bot') return
    const state = listed.state === 'resolved' ? 'open' : 'resolved'
    const seen = lastNumber(conversation)
    let isResolved = false
    const isChanged = await change(async () => {
      const changed = await api.updateConversation({ workspaceId, sessionId, state, seen })
      isResolved = changed.conversation.state === 'resolved'
      return changed
    })
    if (isResolved) onDone()
    else if (isChanged && state === 'resolved')
      showToast(t('The visitor has written meanwhile. Read it before you resolve the conversation.'))
  }
  const snooze = async (until: Date) => {
    const snoozedUntil = until.toISOString()
    if (await change(() => api.updateConversation({ workspaceId, sessionId, snoozedUntil }))) onDone()
  }
  const restore = (message: Outgoing) => {
    setRestored(message)
    write(message.kind)
  }
  const undo = () => {
    const last = outgoing.get().messages.findLast((message) => message.sessionId === sessionId)
    const taken = last && takeBack(last.key)
    if (taken) restore(taken)
  }
  const giveBack = () => holder.by !== 'bot' && setReturning(true)
  useImperativeHandle(actions, () => ({ write, take, resolve, giveBack, undo }))
  return (
    <>
      <section className="inbox-conversation" aria-label={t('Conversation')}>
        <ConversationHead
          title={listed?.visitor?.name ?? names.get(botId) ?? t('Conversation')}
          conversation={conversation}
          userId={userId}
          members={seeing}
          teams={teams}
          isBusy={isBusy}
          hasDetails={hasDetails}
          isPhone={isPhone}
          onBack={onBack}
          onTake={take}
          onResolve={resolve}
          onReturn={giveBack}
          onAssign={assign}
          onSnooze={snooze}
          onDetails={onDetails}
          onTranscript={onTranscript}
        />
        <Transcript
          sessionId={sessionId}
          userId={userId}
          names={names}
          parts={conversation.transcript}
          hasEarlier={conversation.hasEarlier}
          onTakenBack={restore}
        />
        <Composer
          workspaceId={workspaceId}
          sessionId={sessionId}
          botId={botId}
          conversation={conversation}
          members={seeing}
          isSupervisor={isSupervisor}
          isMine={isMine}
          userId={userId}
          saidByOthers={saidByOthers(conversation, userId)}
          kind={kind}
          field={field}
          restored={restored}
          onKind={write}
          onTake={take}
          onSent={refetch}
        />
      </section>
      {hasDetails && (
        <Details
          workspaceId={workspaceId}
          conversation={conversation}
          botName={names.get(botId)}
          channelName={names.get(listed?.channel ?? 'web')}
          teamName={listed?.teamId ? names.get(listed.teamId) : undefined}
          canOpenBot={isSupervisor}
          onBack={isPhone ? onDetails : undefined}
        />
      )}
      {isReturning && (
        <DialogPart>
          <ReturnDialog
            workspaceId={workspaceId}
            sessionId={sessionId}
            conversation={conversation}
            onReturned={() => {
              showToast(t('The bot answers again.'))
              void refetch()
              onDone()
            }}
            onClose={() => setReturning(false)}
          />
        </DialogPart>
      )}
    </>
  )
}
