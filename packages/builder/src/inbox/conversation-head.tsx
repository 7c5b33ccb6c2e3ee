import {
  AlarmClock,
  ArrowLeft,
  Bot,
  Check,
  EllipsisVertical,
  Hand,
  Inbox,
  PanelRight,
  Printer,
  RotateCcw,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuGroup, MenuItem, MenuLine } from '../design/menu.js'
import { t } from '../i18n/i18n.js'
import { answersElsewhere } from './authors.js'
import type { FullConversation, Member, Team } from './conversation.js'

interface ConversationHeadProps {
  title: string
  conversation: FullConversation
  userId: string
  members: readonly Member[]
  teams: readonly Team[]
  isBusy: boolean
  hasDetails: boolean
  /** The details take the place of the conversation. */
  isPhone: boolean
  onBack(): void
  onTake(): void
  onResolve(): void
  onReturn(): void
  onAssign(to: { assigneeId: string | null } | { teamId: string | null }): void
  onSnooze(until: Date): void
  onDetails(): void
  onTranscript(): void
}

/** The head of a conversation: its holder, and the actions on it. */
export function ConversationHead(props: ConversationHeadProps) {
  const { title, conversation, userId, members, teams, isBusy, hasDetails, isPhone } = props
  const { onBack, onTake, onResolve, onReturn, onAssign, onSnooze, onDetails, onTranscript } = props
  const { holder } = conversation
  const listed = conversation.conversation
  const isMine = holder.by === 'person' && holder.who === userId
  const isResolved = listed?.state === 'resolved'
  const isHeld = holder.by !== 'bot'
  return (
    <div className="inbox-head" data-mine={isMine}>
      <button
        type="button"
        className="button plain icon-only inbox-back"
        aria-label={t('Back to the list')}
        onClick={onBack}
      >
        <ArrowLeft size={16} />
      </button>
      <div className="grow inbox-title">
        <h2 className="cut">{title}</h2>
        <p className="faint cut">{holderText(conversation, isMine)}</p>
      </div>
      {!isMine && <HeadButton icon={<Hand size={14} />} label={t('Take over')} isDisabled={isBusy} onClick={onTake} />}
      {isHeld && (
        <>
          <HeadButton icon={<Bot size={14} />} label={t('Return to the bot')} isDisabled={isBusy} onClick={onReturn} />
          <HeadButton
            isPrimary
            icon={isResolved ? <RotateCcw size={14} /> : <Check size={14} />}
            label={isResolved ? t('Open again') : t('Resolve')}
            isDisabled={isBusy}
            onClick={onResolve}
          />
        </>
      )}
      <button
        type="button"
        className="button plain icon-only"
        aria-label={t('Details')}
        aria-pressed={isPhone ? undefined : hasDetails}
        onClick={onDetails}
      >
        <PanelRight size={16} />
      </button>
      <Menu
        align="end"
        trigger={
          <button type="button" className="button plain icon-only" aria-label={t('More actions')}>
            <EllipsisVertical size={16} />
          </button>
        }
      >
        <MenuGroup label={t('Assign to')}>
          {members.map((member) => (
            <MenuItem
              key={member.id}
              icon={<UserRound size={15} />}
              isDisabled={holder.who === member.id}
              onSelect={() => onAssign({ assigneeId: member.id })}
            >
              {member.id === userId ? t('{name} (you)', { name: member.name }) : member.name}
            </MenuItem>
          ))}
          <MenuItem
            icon={<Inbox size={15} />}
            isDisabled={holder.by === 'queue'}
            onSelect={() => onAssign({ assigneeId: null })}
          >
            {t('Nobody: put it into the queue')}
          </MenuItem>
        </MenuGroup>
        {teams.length > 0 && (
          <MenuGroup label={t('Assign to team')}>
            {teams.map(({ id, name }) => (
              <MenuItem
                key={id}
                icon={<UsersRound size={15} />}
                isDisabled={holder.by === 'queue' && listed?.teamId === id}
                onSelect={() => onAssign({ teamId: id })}
              >
                {name}
              </MenuItem>
            ))}
            {listed?.teamId && (
              <MenuItem icon={<Inbox size={15} />} onSelect={() => onAssign({ teamId: null })}>
                {t('No team')}
              </MenuItem>
            )}
          </MenuGroup>
        )}
        {listed && isHeld && (
          <>
            <MenuLine />
            <MenuGroup label={t('Snooze until')}>
              {snoozes().map(([label, until]) => (
                <MenuItem key={label} icon={<AlarmClock size={15} />} onSelect={() => onSnooze(until)}>
                  {label}
                </MenuItem>
              ))}
            </MenuGroup>
          </>
        )}
        <MenuLine />
        <MenuItem icon={<Printer size={15} />} onSelect={onTranscript}>
          {t('Print or download')}
        </MenuItem>
      </Menu>
    </div>
  )
}

interface HeadButtonProps {
  icon: ReactNode
  label: string
  isPrimary?: boolean
  isDisabled: boolean
  onClick(): void
}

/** An action, without its label in a narrow conversation. */
function HeadButton({ icon, label, isPrimary = false, isDisabled, onClick }: HeadButtonProps) {
  return (
    <button
      type="button"
      className={isPrimary ? 'button primary' : 'button'}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {icon} <span className="inbox-label">{label}</span>
    </button>
  )
}

function holderText({ holder, conversation }: FullConversation, isMine: boolean): string {
  if (conversation?.state === 'resolved') return t('Resolved')
  if (isMine) return t('You answer')
  if (holder.by === 'person') return t('{name} answers', { name: holder.name ?? t('A person') })
  if (holder.by === 'queue') return t('Waiting for a person')
  if (holder.by === 'elsewhere') return answersElsewhere(holder.who)
  return t('The bot answers')
}

/** Times until which a conversation can be put off, in the time zone of the browser. */
function snoozes(): readonly (readonly [string, Date])[] {
  const at = (days: number) => {
    const date = new Date()
    date.setDate(date.getDate() + days)
    date.setHours(9, 0, 0, 0)
    return date
  }
  const daysToMonday = (8 - new Date().getDay()) % 7 || 7
  return [
    [t('In an hour'), new Date(Date.now() + 3_600_000)],
    [t('Tomorrow, 9:00'), at(1)],
    [t('Next Monday, 9:00'), at(daysToMonday)],
  ]
}
