import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { entryOf } from '../catalogue/block-catalogue.js'
import { Confirm } from '../design/confirm.js'
import { momentOf } from '../design/dates.js'
import { ErrorNotice } from '../design/error-notice.js'
import { ShowMore } from '../design/show-more.js'
import { Table } from '../design/table.js'
import { useAttempt } from '../design/use-attempt.js'
import { locale, t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { ReplayDeliveries } from '../service/replay-deliveries.js'
import type { SectionProps } from '../service/section.js'

type Delivery = Answer<'listDeliveries'>['deliveries'][number]
type Health = Answer<'getDeliveryHealth'>['integrations'][number]

const refreshMs = 10_000

/** Deliveries of blocks with guaranteed delivery: the health of each integration, and every delivery. */
export default function Deliveries({ workspace }: SectionProps) {
  const queries = useQueryClient()
  const health = useQuery({
    queryKey: ['delivery-health', workspace.id],
    queryFn: () => api.getDeliveryHealth({ workspaceId: workspace.id }),
    select: (answer) => answer.integrations,
    refetchInterval: refreshMs,
  })
  const pages = useInfiniteQuery({
    queryKey: ['deliveries', workspace.id],
    initialPageParam: '',
    queryFn: ({ pageParam }) => {
      return api.listDeliveries({ workspaceId: workspace.id, ...(pageParam && { cursor: pageParam }) })
    },
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: refreshMs,
  })
  const refresh = () =>
    Promise.all(
      ['delivery-health', 'deliveries'].map((key) => queries.invalidateQueries({ queryKey: [key, workspace.id] })),
    )
  const error = health.error ?? pages.error
  const rows = pages.data?.pages.flatMap(({ deliveries }) => deliveries)
  return (
    <>
      <h1>{t('Deliveries')}</h1>
      <p className="soft">
        {t(
          'Blocks with "Deliver even if the service is down" store here what they send. Colloquy tries for about a day. After that, send it again or discard it.',
        )}
      </p>
      {error && <p className="notice danger">{error.message}</p>}
      {health.data?.map((integration) => (
        <IntegrationHealth key={integration.integration} health={integration} workspaceId={workspace.id} />
      ))}
      {rows?.length === 0 && (
        <div className="card empty">
          <Send size={28} />
          <p>{t('Nothing to deliver yet. Switch on guaranteed delivery in a block that sends something.')}</p>
        </div>
      )}
      {rows && rows.length > 0 && (
        <section className="card">
          <Table
            head={
              <>
                <th scope="col">{t('Bot')}</th>
                <th scope="col">{t('Block')}</th>
                <th scope="col">{t('State')}</th>
                <th scope="col">{t('Attempts')}</th>
                <th scope="col">{t('Next attempt')}</th>
                <th scope="col">{t('Last error')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('Actions')}</span>
                </th>
              </>
            }
          >
            {rows.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} workspaceId={workspace.id} onChange={refresh} />
            ))}
          </Table>
        </section>
      )}
      <ShowMore pages={pages} />
    </>
  )
}

function IntegrationHealth({ health, workspaceId }: { health: Health; workspaceId: string }) {
  const { integration, waiting, dead, delivered, oldestWaitingAt } = health
  const { attempt, isBusy, error } = useAttempt()
  return (
    <section className="card">
      <div className="row wrap">
        <h2 className="grow">{entryOf({ type: integration }).label}</h2>
        {dead > 0 && <ReplayDeliveries {...{ workspaceId, integration, attempt, isBusy }} />}
      </div>
      <ErrorNotice error={error} />
      <dl className="figures">
        <div>
          <dt>{t('Waiting')}</dt>
          <dd className="figure">{waiting.toLocaleString(locale)}</dd>
          {oldestWaitingAt && <dd className="faint">{t('Since {date}', { date: momentOf(oldestWaitingAt) })}</dd>}
        </div>
        <div>
          <dt>{t('Failed')}</dt>
          <dd className="figure">{dead.toLocaleString(locale)}</dd>
        </div>
        <div>
          <dt>{t('Delivered in 24 hours')}</dt>
          <dd className="figure">{delivered.toLocaleString(locale)}</dd>
        </div>
      </dl>
    </section>
  )
}

interface DeliveryRowProps {
  delivery: Delivery
  workspaceId: string
  onChange(): Promise<unknown>
}

function DeliveryRow({ delivery, workspaceId, onChange }: DeliveryRowProps) {
  const { id, botId, botName, integration, state, attempts, nextAttemptAt, lastError } = delivery
  const [isDiscarding, setDiscarding] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const { label, look } = states[state]
  const replay = () => attempt(() => api.replayDelivery({ workspaceId, deliveryId: id }).then(onChange))
  return (
    <tr>
      <td>
        <Link href={`/bots/${botId}`}>{botName}</Link>
      </td>
      <td className="nowrap">{entryOf({ type: integration }).label}</td>
      <td>
        <span className={`tag ${look}`}>{label}</span>
      </td>
      <td>{attempts.toLocaleString(locale)}</td>
      <td className="nowrap">{nextAttemptAt && momentOf(nextAttemptAt)}</td>
      <td>{error?.message ?? lastError}</td>
      <td>
        <div className="row">
          {state === 'dead' && (
            <button
              type="button"
              className="button plain icon-only"
              disabled={isBusy}
              aria-label={t('Send again')}
              title={t('Send again')}
              onClick={replay}
            >
              <RotateCw size={15} />
            </button>
          )}
          {state !== 'delivered' && (
            <button
              type="button"
              className="button plain icon-only"
              aria-label={t('Discard')}
              title={t('Discard')}
              onClick={() => setDiscarding(true)}
            >
              <Trash2 size={15} />
            </button>
          )}
        </div>
        {isDiscarding && (
          <Confirm
            title={t('Discard this delivery?')}
            text={t('It is deleted and never sent. You cannot undo this.')}
            action={t('Discard')}
            onConfirm={() => api.discardDelivery({ workspaceId, deliveryId: id }).then(onChange)}
            onClose={() => setDiscarding(false)}
          />
        )}
      </td>
    </tr>
  )
}

const states: Record<Delivery['state'], { label: string; look: string }> = {
  waiting: { label: t('Waiting'), look: '' },
  delivered: { label: t('Delivered'), look: 'good' },
  dead: { label: t('Failed'), look: 'danger' },
}
