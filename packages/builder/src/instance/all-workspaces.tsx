import { useState } from 'react'
import { bytes } from '../design/bytes.js'
import { Confirm } from '../design/confirm.js'
import { counted } from '../design/counted.js'
import { dayOf } from '../design/dates.js'
import { Select } from '../design/field.js'
import { say, sayError } from '../design/toasts.js'
import { type Answer, request } from '../service/request.js'
import { SearchedList } from './searched-list.js'
import { usePages } from './use-pages.js'

type Listing = Answer<'listAllWorkspaces'>
type Workspace = Listing['workspaces'][number]

/** Everybody's workspaces, with what they store. */
export function AllWorkspaces() {
  const list = usePages('workspaces', (query) => request<'listAllWorkspaces'>('GET', `instance/workspaces?${query}`))
  const [suspending, setSuspending] = useState<Workspace>()
  const workspaces = list.pages.flatMap((page) => page.workspaces)
  const change = async (workspace: Workspace, body: { isSuspended?: boolean; plan?: string }, done: string) => {
    await request<'updateStanding'>('PATCH', `instance/workspaces/${workspace.id}`, body)
    await list.refresh()
    say(done)
  }
  const resume = (workspace: Workspace) =>
    change(workspace, { isSuspended: false }, `${workspace.name} is active again.`).catch(sayError)
  return (
    <>
      <h1>Workspaces</h1>
      <SearchedList list={list} label="Search by name" isEmpty={workspaces.length === 0}>
        {workspaces.map((workspace) => (
          <WorkspaceRow
            key={workspace.id}
            workspace={workspace}
            quotas={list.pages[0] as Listing}
            onPlan={(plan) => change(workspace, { plan }, `${workspace.name} has another plan.`).catch(sayError)}
            onSuspend={() => setSuspending(workspace)}
            onResume={() => resume(workspace)}
          />
        ))}
      </SearchedList>
      {suspending && (
        <Confirm
          title={`Suspend “${suspending.name}”?`}
          text="Its bots take no replies and its members cannot open them until you resume it. Nothing is deleted."
          action="Suspend"
          onConfirm={() => change(suspending, { isSuspended: true }, `${suspending.name} is suspended.`)}
          onClose={() => setSuspending(undefined)}
        />
      )}
    </>
  )
}

interface WorkspaceRowProps {
  workspace: Workspace
  quotas: Pick<Listing, 'mostResultBytes' | 'mostFileBytes'>
  onPlan(plan: string): unknown
  onSuspend(): void
  onResume(): unknown
}

function WorkspaceRow({ workspace, quotas, onPlan, onSuspend, onResume }: WorkspaceRowProps) {
  const { name, plan, createdAt, isSuspended, isPastDue, members, bots, resultBytes, fileBytes } = workspace
  const facts = [counted(members, 'member'), counted(bots, 'bot'), `created ${dayOf(createdAt)}`]
  return (
    <li className="wrapping">
      <span className="grow">
        <strong>
          {name} {isSuspended && <span className="tag warning">Suspended</span>}{' '}
          {isPastDue && <span className="tag warning">Payment due</span>}
        </strong>
        <span className="faint">{facts.join(' · ')}</span>
        <Quota label="Results" used={resultBytes} most={quotas.mostResultBytes} />
        <Quota label="Files" used={fileBytes} most={quotas.mostFileBytes} />
      </span>
      <span className="person-actions">
        <Select isLabelHidden label={`Plan of ${name}`} value={plan} choices={plans} onChange={onPlan} />
        {isSuspended ? (
          <button type="button" className="button small" aria-label={`Resume ${name}`} onClick={onResume}>
            Resume
          </button>
        ) : (
          <button type="button" className="button small danger" aria-label={`Suspend ${name}`} onClick={onSuspend}>
            Suspend
          </button>
        )}
      </span>
    </li>
  )
}

/** How much of a quota is used; null before the first count. */
const Quota = ({ label, used, most }: { label: string; used: number | null; most: number }) => (
  <span className="quota">
    <span className="faint">
      {label}: {used === null ? 'being counted' : `${bytes(used)} of ${bytes(most)}`}
    </span>
    <progress aria-label={label} max={most} value={used ?? 0} />
  </span>
)

const plans = [
  ['FREE', 'Free'],
  ['STARTER', 'Starter'],
  ['PRO', 'Pro'],
  ['LIFETIME', 'Lifetime'],
  ['OFFERED', 'Offered'],
  ['CUSTOM', 'Custom'],
  ['UNLIMITED', 'Unlimited'],
] as const satisfies readonly (readonly [Workspace['plan'], string])[]
