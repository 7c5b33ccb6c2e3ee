import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { ConnectionTestNotice } from '../credentials/connection-test-notice.js'
import { CredentialsDialog } from '../credentials/credentials-dialog.js'
import { useConnectionTest } from '../credentials/use-connection-test.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import '../workspace/workspace.css'

/** On which number the bot answers: credentials of the workspace, which hold at once, without publishing. */
export function NumberCard({ credentialsId }: { credentialsId: string | null }) {
  const { bot } = useBotEditor()
  const { isMember } = useMembership()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const list = useQuery({
    queryKey: ['credentials', bot.workspaceId],
    queryFn: () => api.listCredentials({ workspaceId: bot.workspaceId }),
    select: (answer) => answer.credentials.filter(({ type }) => type === 'messaging'),
  })
  const choose = (id: string | null) =>
    attempt(async () => {
      await api.updateBot({ botId: bot.id, bot: { messagingCredentialsId: id } })
      await queries.invalidateQueries({ queryKey: ['bot', bot.id] })
    })
  const added = async (id: string) => {
    await queries.invalidateQueries({ queryKey: ['credentials', bot.workspaceId] })
    await choose(id)
  }
  const numbers = list.data ?? []
  const isGone = credentialsId !== null && list.data !== undefined && !numbers.some(({ id }) => id === credentialsId)
  return (
    <section className="card">
      <div>
        <h2>{t('Phone number')}</h2>
        <p className="soft">
          {t(
            'Each number is signed in to with credentials of the workspace. Several bots may answer on one: the first message of a chat decides which.',
          )}
        </p>
      </div>
      <ReadOnlyFields>
        <Select
          label={t('The bot answers on')}
          value={credentialsId ?? ''}
          disabled={isBusy}
          choices={[
            ['', t('No number')],
            ...numbers.map(({ id, name }) => [id, name] as const),
            ...(isGone ? [[credentialsId, t('Deleted')] as const] : []),
          ]}
          onChange={(id) => choose(id || null)}
        />
      </ReadOnlyFields>
      <ErrorNotice error={error ?? list.error ?? undefined} />
      {isMember && (
        <div className="card-foot">
          <button type="button" className="button" onClick={() => setAdding(true)}>
            <Plus size={14} /> {t('Add a number…')}
          </button>
          {credentialsId !== null && !isGone && (
            <ConnectionTest key={credentialsId} workspaceId={bot.workspaceId} credentialsId={credentialsId} />
          )}
          <span className="grow" />
          <Link href={`/workspaces/${bot.workspaceId}/settings/credentials`} className="link">
            {t('All credentials')}
          </Link>
        </div>
      )}
      {isAdding && (
        <CredentialsDialog
          workspaceId={bot.workspaceId}
          kept={undefined}
          onlyType="messaging"
          onSaved={added}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

function ConnectionTest({ workspaceId, credentialsId }: { workspaceId: string; credentialsId: string }) {
  const { run, isRunning, outcome } = useConnectionTest(workspaceId, credentialsId)
  return (
    <>
      <button type="button" className="button" disabled={isRunning} onClick={run}>
        {isRunning ? t('Testing…') : t('Test')}
      </button>
      <ConnectionTestNotice outcome={outcome} />
    </>
  )
}
