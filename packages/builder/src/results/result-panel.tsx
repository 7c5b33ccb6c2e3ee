import { roleCan } from '@colloquy/permissions'
import { ChevronDown, ChevronUp, Headset, History, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { momentOf } from '../design/dates.js'
import { isTyping } from '../design/is-typing.js'
import { onDemand, Part } from '../design/on-demand.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { t } from '../i18n/i18n.js'
import { LinkedText } from './linked-text.js'
import type { Result } from './result.js'
import { ResultLogs } from './result-logs.js'
import { statusName } from './result-names.js'
import { Transcript } from './transcript.js'

const SaveAsTest = onDemand(() => import('../flow-tests/save-as-test.js'))

interface ResultPanelProps {
  result: Result
  /** Opens the row above or below in the table, if there is one. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose(): void
}

/** One conversation beside the table: its transcript, variables and logs. J and K go to the next and the previous one. */
export function ResultPanel({ result, onPrevious, onNext, onClose }: ResultPanelProps) {
  const { bot, can } = useBotEditor()
  const { role } = useMembership()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return
      const action = { j: onNext, k: onPrevious, Escape: onClose }[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onNext, onPrevious, onClose])
  const title = t('Result of {moment}', { moment: momentOf(result.createdAt) })
  return (
    <aside className="side result-panel" aria-label={title}>
      <div className="side-head">
        <h2 className="cut">{momentOf(result.createdAt)}</h2>
        <span className={result.isCompleted ? 'tag good' : 'tag'}>{statusName(result)}</span>
        <span className="grow" />
        <PanelButton label={t('Previous result')} keys="K" icon={<ChevronUp size={16} />} onPress={onPrevious} />
        <PanelButton label={t('Next result')} keys="J" icon={<ChevronDown size={16} />} onPress={onNext} />
        <PanelButton label={t('Close the result')} keys="Escape" icon={<X size={16} />} onPress={onClose} />
      </div>
      <div className="side-body">
        {can('results.record') && (
          <div className="row wrap">
            {!result.isCompleted &&
              result.lastChatSessionId !== null &&
              can('inbox.answer') &&
              roleCan(role, 'inbox.use') && (
                <Link
                  className="button small"
                  href={`/workspaces/${bot.workspaceId}/inbox/open/${result.lastChatSessionId}`}
                >
                  <Headset size={14} aria-hidden /> {t('Answer in person')}
                </Link>
              )}
            <Link className="button small" href={`/bots/${bot.id}/recording/${result.id}`}>
              <History size={14} aria-hidden /> {t('Recording')}
            </Link>
            <Part broken={() => null}>
              <SaveAsTest resultId={result.id} />
            </Part>
          </div>
        )}
        <Transcript resultId={result.id} />
        <section className="stack">
          <h3>{t('Variables')}</h3>
          {result.variables.length === 0 && <p className="soft">{t('No variables saved.')}</p>}
          <dl className="values">
            {result.variables.map(({ id, name, value }) => (
              <div key={id}>
                <dt>{name}</dt>
                <dd>
                  <LinkedText text={Array.isArray(value) ? value.join(', ') : (value ?? '')} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <ResultLogs resultId={result.id} />
      </div>
    </aside>
  )
}

interface PanelButtonProps {
  label: string
  keys: string
  icon: ReactNode
  onPress: (() => void) | undefined
}

const PanelButton = ({ label, keys, icon, onPress }: PanelButtonProps) => (
  <button
    type="button"
    className="button plain small icon-only"
    aria-label={label}
    title={`${label} (${keys})`}
    disabled={!onPress}
    onClick={onPress}
  >
    {icon}
  </button>
)
