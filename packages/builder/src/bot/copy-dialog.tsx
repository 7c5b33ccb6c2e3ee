import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Select } from '../design/field.js'
import { useAttempt } from '../design/use-attempt.js'
import { request } from '../service/request.js'
import { useStudio } from './studio.js'

/** Makes a bot of one's own of what is seen here, in a workspace that is chosen. */
export default function CopyDialog({ onClose }: { onClose(): void }) {
  const { bot, editing } = useStudio()
  const [, go] = useLocation()
  const [chosen, setChosen] = useState<string>()
  const { attempt, isBusy, error } = useAttempt()
  const workspaces = useQuery({
    queryKey: ['workspaces'],
    queryFn: () => request<'listWorkspaces'>('GET', 'workspaces'),
  })
  const known = workspaces.data?.workspaces ?? []
  const workspaceId = chosen ?? known[0]?.id
  const copy = () =>
    attempt(async () => {
      const { name, icon, events, groups, edges, variables, theme, settings } = editing.document
      const made = await request<'importBot'>('POST', 'bots/import', {
        workspaceId,
        bot: { version: bot.version, name, icon, events, groups, edges, variables, theme, settings },
        enableSafetyFlags: true,
      })
      go(`/bots/${made.bot.id}`)
    })
  return (
    <Dialog
      title="Make a copy"
      description="The copy is yours alone. What signs in to other services does not come along: credentials, addresses and keys of requests, recipients of mail."
      onClose={onClose}
    >
      <Select
        label="In the workspace"
        value={workspaceId ?? ''}
        choices={known.map(({ id, name }) => [id, name])}
        onChange={setChosen}
      />
      <ErrorNotice error={error ?? workspaces.error ?? undefined} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button primary" disabled={isBusy || !workspaceId} onClick={copy}>
          Make a copy
        </button>
      </div>
    </Dialog>
  )
}
