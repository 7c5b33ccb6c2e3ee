import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { Link } from 'wouter'
import { entryOf } from '../catalogue/block-catalogue.js'
import { momentOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { locale, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { ReplayDeliveries } from '../service/replay-deliveries.js'
import type { SectionProps } from '../service/section.js'
import './integration-health.css'

type Health = Answer<'getIntegrationHealth'>['integrations'][number]

const refreshMs = 30_000

/** How the calls of live chats to each service go, those that fail first. */
export default function IntegrationHealth({ workspace }: SectionProps) {
  const { data, error } = useQuery({
    queryKey: ['integration-health', workspace.id],
    queryFn: () => api.getIntegrationHealth({ workspaceId: workspace.id }),
    select: (answer) => answer.integrations,
    refetchInterval: refreshMs,
  })
  return (
    <>
      <h1>{t('Integrations')}</h1>
      <p className="soft">{t('How calls of live chats went in the last 14 days. Previews and tests do not count.')}</p>
      {error && <p className="notice danger">{error.message}</p>}
      {data?.length === 0 && (
        <div className="card empty">
          <Plug size={28} />
          <p>{t('No live chat has called a service in the last 14 days.')}</p>
        </div>
      )}
      {data?.map((health) => (
        <OneIntegration key={health.integration} health={health} workspaceId={workspace.id} />
      ))}
    </>
  )
}

function OneIntegration({ health, workspaceId }: { health: Health; workspaceId: string }) {
  const { integration, lastSuccessAt, lastFailureAt, lastFailure, days, waiting, dead } = health
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  const all = days.reduce((sum, day) => sum + day.failed + day.succeeded, 0)
  const isFailing = lastFailureAt !== null && (lastSuccessAt === null || lastFailureAt > lastSuccessAt)
  return (
    <section className="card" aria-label={nameOf(integration)}>
      <div className="row wrap">
        <h2 className="grow">{nameOf(integration)}</h2>
        {all > 0 && (
          <span className={`tag ${isFailing ? 'danger' : 'good'}`}>{isFailing ? t('Failing') : t('Working')}</span>
        )}
      </div>
      {all > 0 && <Days days={days} />}
      <dl className="figures">
        <div>
          <dt>{t('Failed')}</dt>
          <dd className="figure">{failed.toLocaleString(locale)}</dd>
          <dd className="faint">{t('of {count, plural, one {# call} other {# calls}}', { count: all })}</dd>
        </div>
        <div>
          <dt>{t('Last success')}</dt>
          <dd>{lastSuccessAt ? momentOf(lastSuccessAt) : t('None')}</dd>
        </div>
        <div>
          <dt>{t('Last failure')}</dt>
          <dd>{lastFailureAt ? momentOf(lastFailureAt) : t('None')}</dd>
        </div>
      </dl>
      {lastFailure && <p className={isFailing ? 'notice danger' : 'soft'}>{lastFailure}</p>}
      {waiting + dead > 0 && (
        <Undelivered waiting={waiting} dead={dead} integration={integration} workspaceId={workspaceId} />
      )}
    </section>
  )
}

const nameOf = (integration: string): string =>
  integration === 'mcp' ? t('MCP servers') : entryOf({ type: integration }).label

/** A bar for each day, whose parts are calls that failed and calls that succeeded. */
function Days({ days }: Pick<Health, 'days'>) {
  const max = Math.max(1, ...days.map(({ succeeded, failed }) => succeeded + failed))
  const share = (count: number) => `${(count / max) * 100}%`
  return (
    <ol className="health-days">
      {days.map(({ day, succeeded, failed }) => {
        const date = new Date(day).toLocaleDateString(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
        const text = t('{date}: {failed} failed, {succeeded} succeeded', {
          date,
          failed: failed.toLocaleString(locale),
          succeeded: succeeded.toLocaleString(locale),
        })
        return (
          <li key={day} title={text}>
            <span className="visually-hidden">{text}</span>
            <span className="succeeded" style={{ height: share(succeeded) }} />
            <span className="failed" style={{ height: share(failed) }} />
          </li>
        )
      })}
    </ol>
  )
}

function Undelivered({
  waiting,
  dead,
  integration,
  workspaceId,
}: Pick<Health, 'waiting' | 'dead' | 'integration'> & { workspaceId: string }) {
  const { attempt, isBusy, error } = useAttempt()
  return (
    <>
      <div className="row wrap">
        <p className="grow">
          <Link href={`/workspaces/${workspaceId}/settings/deliveries`}>{t('Deliveries')}</Link>
          {': '}
          {t('{waiting} waiting, {dead} failed', {
            waiting: waiting.toLocaleString(locale),
            dead: dead.toLocaleString(locale),
          })}
        </p>
        {dead > 0 && <ReplayDeliveries {...{ workspaceId, integration, attempt, isBusy }} />}
      </div>
      <ErrorNotice error={error} />
    </>
  )
}
