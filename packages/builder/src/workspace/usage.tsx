import { useQuery } from '@tanstack/react-query'
import { dayOf } from '../design/dates.js'
import { request } from '../service/request.js'
import type { SectionProps } from './section.js'

/** What the workspace has used of this month and of the disk. */
export function Usage({ workspace }: SectionProps) {
  const { data, error } = useQuery({
    queryKey: ['usage', workspace.id],
    queryFn: () => request<'getUsage'>('GET', `billing/usage?workspaceId=${workspace.id}`),
  })
  const limit = workspace.customChatsLimit
  return (
    <>
      <h1>Usage</h1>
      {error && <p className="notice danger">{error.message}</p>}
      {data && (
        <dl className="figures">
          <div className="card">
            <dt>Chats this month</dt>
            <dd className="figure">{data.totalChatsUsed.toLocaleString()}</dd>
            <dd className="faint">
              {limit === null ? 'No limit.' : `Of ${limit.toLocaleString()}.`} Counts from nought on{' '}
              {dayOf(data.resetsAt)}.
            </dd>
          </div>
          <div className="card">
            <dt>Files</dt>
            <dd className="figure">{bytes(data.storageUsed)}</dd>
            <dd className="faint">Pictures of bots, and what visitors sent.</dd>
          </div>
        </dl>
      )}
      <p className="soft">A chat counts when its visitor has answered something.</p>
    </>
  )
}

function bytes(count: number): string {
  if (count < 1024) return `${count} B`
  const step = count < 1024 ** 2 ? 1 : count < 1024 ** 3 ? 2 : 3
  const shown = (count / 1024 ** step).toLocaleString(undefined, { maximumFractionDigits: 1 })
  return `${shown} ${['B', 'KB', 'MB', 'GB'][step]}`
}
