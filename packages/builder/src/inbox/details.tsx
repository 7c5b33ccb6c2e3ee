import { ArrowLeft, ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { momentOf } from '../design/dates.js'
import { t } from '../i18n/i18n.js'
import { LinkedText } from '../results/linked-text.js'
import type { FullConversation } from './conversation.js'

interface DetailsProps {
  workspaceId: string
  conversation: FullConversation
  botName: string | undefined
  channelName: string | undefined
  teamName: string | undefined
  canOpenBot: boolean
  /** Back to the conversation, in whose place the details are; absent if they are beside it. */
  onBack: (() => void) | undefined
}

/** The block at which the flow waits, and the variables of the conversation. */
export function Details(props: DetailsProps) {
  const { workspaceId, conversation, botName, channelName, teamName, canOpenBot, onBack } = props
  const { botId, position, variables } = conversation
  const listed = conversation.conversation
  return (
    <aside className="inbox-details" aria-label={t('Details')}>
      {onBack && <Back onBack={onBack} />}
      <section className="stack">
        <h3>{t('Conversation')}</h3>
        <dl className="inbox-values">
          <div>
            <dt>{t('Bot')}</dt>
            <dd>
              {canOpenBot ? (
                <Link href={`/bots/${botId}`}>
                  {botName ?? t('Open the bot')} <ExternalLink size={12} aria-hidden />
                </Link>
              ) : (
                botName
              )}
            </dd>
          </div>
          {listed?.visitor && (
            <div>
              <dt>{t('Contact')}</dt>
              <dd>
                {canOpenBot ? (
                  <Link href={`/workspaces/${workspaceId}/settings/contacts?contact=${listed.visitor.contactId}`}>
                    {listed.visitor.name ?? t('Unknown person')} <ExternalLink size={12} aria-hidden />
                  </Link>
                ) : (
                  listed.visitor.name
                )}
              </dd>
            </div>
          )}
          {position && (
            <div>
              <dt>{t('Flow waits at')}</dt>
              <dd>{position.groupTitle}</dd>
            </div>
          )}
          {teamName !== undefined && (
            <div>
              <dt>{t('Team')}</dt>
              <dd>{teamName}</dd>
            </div>
          )}
          {listed && (
            <>
              <div>
                <dt>{t('Channel')}</dt>
                <dd>{channelName}</dd>
              </div>
              <div>
                <dt>{t('In the inbox since')}</dt>
                <dd>{momentOf(listed.openedAt)}</dd>
              </div>
              {listed.rating !== null && (
                <div>
                  <dt>{t('Rating')}</dt>
                  <dd>
                    {t('{rating} of 5', { rating: listed.rating })}
                    {listed.ratingComment !== null && <p>{listed.ratingComment}</p>}
                  </dd>
                </div>
              )}
              {listed.firstResponseAt !== null && (
                <div>
                  <dt>{t('First response')}</dt>
                  <dd>{momentOf(listed.firstResponseAt)}</dd>
                </div>
              )}
            </>
          )}
        </dl>
      </section>
      <section className="stack">
        <h3>{t('Variables')}</h3>
        {variables.length === 0 && <p className="soft">{t('No variables saved.')}</p>}
        <dl className="inbox-values">
          {variables.map(({ id, name, value }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>
                <LinkedText text={textOf(value)} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </aside>
  )
}

function Back({ onBack }: { onBack(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    button.current?.focus()
    return () => {
      // Once the conversation is visible again.
      if (opener instanceof HTMLElement) requestAnimationFrame(() => opener.focus())
    }
  }, [])
  return (
    <div className="inbox-details-head">
      <button
        ref={button}
        type="button"
        className="button plain icon-only"
        aria-label={t('Back to the conversation')}
        onClick={onBack}
      >
        <ArrowLeft size={16} />
      </button>
      <h2>{t('Details')}</h2>
    </div>
  )
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
