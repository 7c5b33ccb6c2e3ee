import { variantLetter } from '@colloquy/flow'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { Confirm } from '../design/confirm.js'
import { momentOf } from '../design/dates.js'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor, useEditingState } from '../editor/bot-editor.js'
import { useEnvironments } from '../environments/environments.js'
import { useForget } from '../environments/use-forget.js'
import { useGate } from '../gate/use-gate.js'
import { locale, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { type Metrics, useExperiment } from './experiment.js'
import type { Experiment } from './experiments.js'
import { goalOf } from './goal.js'
import { leadOf, percentOf, probabilityOf, verdictOf } from './verdict.js'

interface ExperimentDialogProps {
  id: string
  nameOf(releaseId: string): string
  onClose(): void
}

/** How an experiment stands, and the ways to end it. */
export function ExperimentDialog({ id, nameOf, onClose }: ExperimentDialogProps) {
  const { bot, can } = useBotEditor()
  const { data, error: unread } = useExperiment(bot.id, id)
  const forget = useForget(bot.id)
  const { attempt, isBusy, error } = useAttempt()
  const gate = useGate()
  const [isEnding, setEnding] = useState(false)
  const end = async (releaseId?: string, reason?: string) => {
    const body = { ...(releaseId !== undefined && { releaseId }), ...(reason !== undefined && { reason }) }
    await api.endExperiment({ botId: bot.id, experimentId: id, ...body })
    await forget()
    showToast(
      releaseId === undefined
        ? t('The experiment has ended. New visitors get the current version.')
        : t('{name} is current. Chats in progress stay on their version.', { name: nameOf(releaseId) }),
    )
  }
  const promote = (releaseId: string) => attempt(() => gate.pass((reason) => end(releaseId, reason)))
  const isRunning = data?.experiment.endedAt === null
  return (
    <>
      <Dialog title={data?.experiment.name ?? t('Experiment')} isWide onClose={onClose}>
        <div className="stack">
          <ErrorNotice error={error ?? unread ?? undefined} />
          {data && <Outcome {...data} nameOf={nameOf} />}
          {data && (
            <VariantTable
              {...data}
              nameOf={nameOf}
              {...(isRunning && can('experiments.manage') && { onPromote: promote, isBusy })}
            />
          )}
          {isRunning && can('experiments.manage') && (
            <div className="dialog-actions">
              <button type="button" className="button" disabled={isBusy} onClick={() => setEnding(true)}>
                {t('End experiment…')}
              </button>
            </div>
          )}
        </div>
      </Dialog>
      {isEnding && (
        <Confirm
          title={t('End the experiment?')}
          text={t('New visitors get the current version. The numbers stay, but the experiment cannot be continued.')}
          action={t('End experiment')}
          onConfirm={() => end()}
          onClose={() => setEnding(false)}
        />
      )}
      {gate.dialog}
    </>
  )
}

interface Shown {
  experiment: Experiment
  metrics: Metrics
  nameOf(releaseId: string): string
}

function Outcome({ experiment, metrics, nameOf }: Shown) {
  const { createdAt, endedAt, outcome, promotedReleaseId, minimumDifference, environmentId, isPromoting } = experiment
  const { bot, editing } = useBotEditor()
  const content = useEditingState(() => editing.content)
  const environment = useEnvironments(bot.id).data?.find(({ id }) => id === environmentId)
  const { text, tone } = verdictOf(metrics, minimumDifference)
  return (
    <>
      <p className={`notice ${tone}`} role="status">
        {text}
      </p>
      <p className="faint">
        {endedAt === null
          ? t('Running since {moment}', { moment: momentOf(createdAt) })
          : t('{from} to {to}', { from: momentOf(createdAt), to: momentOf(endedAt) })}
        {outcome === 'promoted' && promotedReleaseId && (
          <> · {t('{name} became current', { name: nameOf(promotedReleaseId) })}</>
        )}
        {outcome === 'replaced' && <> · {t('Another version became current')}</>}
        {environment && <> · {t('In {name}', { name: environment.name })}</>}
      </p>
      <p>
        {t('Goal: {goal}', { goal: goalOf(experiment, content) })}
        {isPromoting && endedAt === null && <> · {t('The winner becomes current automatically')}</>}
      </p>
    </>
  )
}

interface VariantTableProps extends Shown {
  /** Absent where variants cannot be made current. */
  onPromote?(releaseId: string): void
  isBusy?: boolean
}

function VariantTable({ experiment, metrics, nameOf, onPromote, isBusy }: VariantTableProps) {
  const widest = Math.max(0.01, ...metrics.variants.map(({ interval }) => interval.to))
  const hasLeads = !['too-few-visitors', 'sample-ratio'].includes(metrics.verdict.kind)
  const weights = experiment.variants.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <div className="scroll-x">
      <table className="variants">
        <thead>
          <tr>
            <th scope="col">{t('Variant')}</th>
            <th scope="col">{t('Visitors')}</th>
            <th scope="col">{t('Reached the goal')}</th>
            <th scope="col">{t('Rate')}</th>
            <th scope="col">{t('Difference to A')}</th>
            <th scope="col">{t('Best with a probability of')}</th>
            {onPromote && <td />}
          </tr>
        </thead>
        <tbody>
          {metrics.variants.map(({ visitors, conversions, rate, interval, probabilityToBeBest, lead }, index) => {
            const { releaseId = '', weight = 0 } = experiment.variants[index] ?? {}
            const letter = variantLetter(index)
            return (
              <tr key={releaseId}>
                <th scope="row">
                  {letter} <span className="faint">{nameOf(releaseId)}</span>
                </th>
                <td>
                  {visitors.toLocaleString(locale)}
                  <small className="faint">{t('{share} planned', { share: percentOf(weight / weights) })}</small>
                </td>
                <td>{conversions.toLocaleString(locale)}</td>
                <td>
                  {rate === null ? (
                    '–'
                  ) : (
                    <>
                      {percentOf(rate)}
                      <span className="rate-bar" aria-hidden>
                        <span
                          style={{
                            insetInlineStart: `${(interval.from / widest) * 100}%`,
                            width: `${((interval.to - interval.from) / widest) * 100}%`,
                          }}
                        />
                        <i style={{ insetInlineStart: `${(rate / widest) * 100}%` }} />
                      </span>
                      <small className="faint">
                        {t('{from} to {to}', { from: percentOf(interval.from), to: percentOf(interval.to) })}
                      </small>
                    </>
                  )}
                </td>
                <td>{lead && hasLeads ? leadOf(lead) : '–'}</td>
                <td>{rate === null ? '–' : probabilityOf(probabilityToBeBest)}</td>
                {onPromote && (
                  <td>
                    <button
                      type="button"
                      className="button small"
                      disabled={isBusy}
                      onClick={() => onPromote(releaseId)}
                    >
                      <Rocket size={13} /> {t('Make {letter} current', { letter })}
                    </button>
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
