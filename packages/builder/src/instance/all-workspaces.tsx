import { useState } from 'react'
import { bytes } from '../design/bytes.js'
import { Confirm } from '../design/confirm.js'
import { dayOf } from '../design/dates.js'
import { Select } from '../design/select.js'
import { showError, showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { SearchedList } from './searched-list.js'
import { usePages } from './use-pages.js'

type Listing = Answer<'listAllWorkspaces'>
type Workspace = Listing['workspaces'][number]
type Plan = Workspace['plan']

/** Everybody's workspaces, with what they store. */
export function AllWorkspaces() {
  const list = usePages('workspaces', (query) => api.listAllWorkspaces(query))
  const [suspending, setSuspending] = useState<Workspace>()
  const workspaces = list.pages.flatMap((page) => page.workspaces)
  const update = async (workspace: Workspace, body: { isSuspended?: boolean; plan?: Plan }, done: string) => {
    await api.updateStanding({ workspaceId: workspace.id, ...body })
    await list.refresh()
    showToast(done)
  }
  const resume = (workspace: Workspace) =>
    update(workspace, { isSuspended: false }, t('{name} is active again.', { name: workspace.name })).catch(showError)
  return (
    <>
      <h1>{t('Workspaces')}</h1>
      <SearchedList list={list} label={t('Search by name')} isEmpty={workspaces.length === 0}>
        {workspaces.map((workspace) => (
          <WorkspaceRow
            key={workspace.id}
            workspace={workspace}
            quotas={list.pages[0] as Listing}
            onPlan={(plan) =>
              update(workspace, { plan }, t('{name} has another plan.', { name: workspace.name })).catch(showError)
            }
            onSuspend={() => setSuspending(workspace)}
            onResume={() => resume(workspace)}
          />
        ))}
      </SearchedList>
      {suspending && (
        <Confirm
          title={t('Suspend “{name}”?', { name: suspending.name })}
          text={t('Its bots take no replies and its members cannot open them until you resume it. Nothing is deleted.')}
          action={t('Suspend')}
          onConfirm={() =>
            update(suspending, { isSuspended: true }, t('{name} is suspended.', { name: suspending.name }))
          }
          onClose={() => setSuspending(undefined)}
        />
      )}
    </>
  )
}

interface WorkspaceRowProps {
  workspace: Workspace
  quotas: Pick<Listing, 'maxResultBytes' | 'maxFileBytes'>
  onPlan(plan: Plan): unknown
  onSuspend(): void
  onResume(): unknown
}

function WorkspaceRow({ workspace, quotas, onPlan, onSuspend, onResume }: WorkspaceRowProps) {
  const { name, plan, createdAt, isSuspended, isPastDue, members, bots, resultBytes, fileBytes } = workspace
  const facts = [
    t('{members, plural, one {# member} other {# members}}', { members }),
    t('{bots, plural, one {# bot} other {# bots}}', { bots }),
    t('created {day}', { day: dayOf(createdAt) }),
  ]
  return (
    <li className="wrapping">
      <span className="grow">
        <strong>
          {name} {isSuspended && <span className="tag warning">{t('Suspended')}</span>}{' '}
          {isPastDue && <span className="tag warning">{t('Payment due')}</span>}
        </strong>
        <span className="faint">{facts.join(' · ')}</span>
        <Quota label={t('Results')} used={resultBytes} max={quotas.maxResultBytes} />
        <Quota label={t('Files')} used={fileBytes} max={quotas.maxFileBytes} />
      </span>
      <span className="person-actions">
        <Select isLabelHidden label={t('Plan of {name}', { name })} value={plan} choices={plans} onChange={onPlan} />
        {isSuspended ? (
          <button type="button" className="button small" aria-label={t('Resume {name}', { name })} onClick={onResume}>
            {t('Resume')}
          </button>
        ) : (
          <button
            type="button"
            className="button small danger"
            aria-label={t('Suspend {name}', { name })}
            onClick={onSuspend}
          >
            {t('Suspend')}
          </button>
        )}
      </span>
    </li>
  )
}

/** How much of a quota is used; null before the first count. */
const Quota = ({ label, used, max }: { label: string; used: number | null; max: number }) => (
  <span className="quota">
    <span className="faint">
      {label}:{' '}
      {used === null ? t('being counted') : t('{bytes} of {bytes2}', { bytes: bytes(used), bytes2: bytes(max) })}
    </span>
    <progress aria-label={label} max={max} value={used ?? 0} />
  </span>
)

const plans = [
  ['FREE', t('Free')],
  ['STARTER', t('Starter')],
  ['PRO', t('Pro')],
  ['LIFETIME', t('Lifetime')],
  ['OFFERED', t('Offered')],
  ['CUSTOM', t('Custom')],
  ['UNLIMITED', t('Unlimited')],
] as const satisfies readonly (readonly [Workspace['plan'], string])[]
