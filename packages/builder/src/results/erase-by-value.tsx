import { roleCan } from '@colloquy/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { Eraser } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Input } from '../design/field.js'
import { showToast } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { useWorkspaces } from '../service/workspaces.js'

/** Opens the dialog that deletes all results of a person. The service lets admins of the workspace do it. */
export function EraseByValue() {
  const { bot } = useBotEditor()
  const [isOpen, setOpen] = useState(false)
  const role = useWorkspaces().data?.find(({ id }) => id === bot.workspaceId)?.role
  if (!roleCan(role, 'workspace.eraseResults')) return null
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Eraser size={14} /> {t('Delete by answer…')}
      </button>
      {isOpen && <EraseDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Counts first, so that nobody deletes more than they mean to. */
function EraseDialog({ onClose }: { onClose(): void }) {
  const { bot } = useBotEditor()
  const queries = useQueryClient()
  const [value, setValue] = useState('')
  const [found, setFound] = useState<number>()
  const { attempt, isBusy, error } = useAttempt()
  const send = (isCountOnly: boolean) =>
    api.eraseResults({ workspaceId: bot.workspaceId, value: value.trim(), isCountOnly })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(async () => {
      if (!found) return setFound((await send(true)).found)
      const { erased } = await send(false)
      await Promise.all(['results', 'figures'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
      showToast(t('{erased, plural, one {# result} other {# results}} deleted.', { erased }))
      onClose()
    })
  }
  return (
    <Dialog
      title={t('Delete by answer')}
      description={t(
        'Deletes every result that contains an answer or a variable with exactly this value, in all bots of the workspace: for example the email address of a person who asks for it.',
      )}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <Input
          label={t('Answer')}
          placeholder="ada@example.com"
          hint={t('The whole value. Upper and lower case are the same.')}
          value={value}
          onChange={(next) => [setValue(next), setFound(undefined)]}
        />
        {found === 0 && (
          <p className="notice" role="status">
            {t('No results contain this value.')}
          </p>
        )}
        {found !== undefined && found > 0 && (
          <p className="notice warning" role="status">
            {t(
              '{found, plural, one {# result} other {# results}} will be deleted with their transcripts, logs and files. This cannot be undone. Backups made before keep them.',
              { found },
            )}
          </p>
        )}
        <ErrorNotice error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button
            type="submit"
            className={found ? 'button danger' : 'button primary'}
            disabled={isBusy || value.trim() === '' || found === 0}
          >
            {found
              ? t('Delete {found, plural, one {# result} other {# results}}', { found })
              : isBusy
                ? t('Searching…')
                : t('Find results')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
