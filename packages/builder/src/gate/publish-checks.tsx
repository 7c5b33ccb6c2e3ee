import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { ErrorNotice } from '../design/error-notice.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useShowBlock } from '../editor/use-show-block.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { problemText } from './problem-text.js'
import { ReasonField } from './reason-field.js'
import './gate.css'

type Check = Answer<'getPublishChecks'>['checks'][number]

const names = {
  errors: t('Errors in the flow'),
  tests: t('Tests'),
  visitors: t('Synthetic visitors'),
  replay: t('Replay'),
} as const satisfies Record<Check['kind'], string>

/** Maximum number of problems to show for a check. */
const maxShown = 3

interface PublishChecksProps {
  reason: string
  onReason(reason: string): void
  /** Called with true if a check fails that the settings require. */
  onBlocked(isBlocked: boolean): void
  /** Called when a problem is shown on the canvas. */
  onShow(): void
}

/** State of all checks in the publish dialog, and the reason for publishing although one fails. */
export default function PublishChecks({ reason, onReason, onBlocked, onShow }: PublishChecksProps) {
  const { bot, saving } = useBotEditor()
  const show = useShowBlock()
  const [, go] = useLocation()
  const showBlock = (blockId: string) => {
    onShow()
    go(`/bots/${bot.id}`)
    show.block(blockId)
  }
  const { data, error } = useQuery({
    queryKey: ['publishChecks', bot.id],
    queryFn: async () => {
      await saving.ensureSaved()
      return (await api.getPublishChecks({ botId: bot.id })).checks
    },
    gcTime: 0,
    retry: false,
  })
  const isBlocked = data?.some(({ isRequired, isPassed }) => isRequired && !isPassed) === true
  useEffect(() => onBlocked(isBlocked), [isBlocked, onBlocked])
  return (
    <fieldset className="publish-checks">
      <legend>{t('Checks')}</legend>
      <ErrorNotice error={error ?? undefined} />
      {!data && !error && <p role="status">{t('Checking…')}</p>}
      <ul>
        {data?.map((check) => (
          <CheckItem key={check.kind} check={check} onShow={showBlock} />
        ))}
      </ul>
      {isBlocked && <ReasonField reason={reason} onReason={onReason} />}
    </fieldset>
  )
}

interface CheckItemProps {
  check: Check
  onShow(blockId: string): void
}

function CheckItem({ check: { kind, isRequired, isPassed, count, problems }, onShow }: CheckItemProps) {
  return (
    <li>
      <p className="row">
        {isPassed ? (
          <CircleCheck size={15} color="var(--good)" aria-label={t('Passed')} />
        ) : isRequired ? (
          <CircleX size={15} color="var(--danger)" aria-label={t('Blocks publishing')} />
        ) : (
          <TriangleAlert size={15} color="var(--warning)" aria-label={t('Failed, but not required')} />
        )}
        <span className="grow">{names[kind]}</span>
        <span className="faint">
          {isPassed ? t('Passed') : t('{count, plural, one {# problem} other {# problems}}', { count })}
        </span>
        {isRequired && <span className="tag">{t('Required')}</span>}
      </p>
      {problems.length > 0 && (
        <ul className="faint">
          {problems.slice(0, maxShown).map(({ message, blockId }) => (
            <li key={`${blockId} ${message}`}>
              {blockId === undefined ? (
                problemText(message)
              ) : (
                <button type="button" className="link" title={t('Show on the canvas')} onClick={() => onShow(blockId)}>
                  {problemText(message)}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
