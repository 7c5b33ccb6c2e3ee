import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { Field, Input } from '../design/field.js'
import { FormActions } from '../design/form-actions.js'
import { showError } from '../design/toasts.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { repliesKey, type SavedReply, useSavedReplies } from './saved-replies.js'

interface RepliesDialogProps {
  workspaceId: string
  onClose(): void
}

/** Edits the saved replies of a workspace. */
export default function RepliesDialog({ workspaceId, onClose }: RepliesDialogProps) {
  const queries = useQueryClient()
  const { data: replies = [], error } = useSavedReplies(workspaceId)
  const [edited, setEdited] = useState<SavedReply>()
  const refresh = () => queries.invalidateQueries({ queryKey: repliesKey(workspaceId) })
  const remove = async (shortcut: string) => {
    await api.deleteReply({ workspaceId, shortcut })
    await refresh()
  }
  return (
    <Dialog
      title={t('Saved replies')}
      description={t('Everybody who answers in this workspace inserts them with / and the shortcut.')}
      onClose={onClose}
    >
      {error && <p className="notice danger">{error.message}</p>}
      {edited ? (
        <ReplyForm
          key={edited.shortcut}
          workspaceId={workspaceId}
          reply={edited}
          onSaved={refresh}
          onClose={() => setEdited(undefined)}
        />
      ) : (
        <div className="stack">
          {replies.length === 0 && <p className="soft">{t('There are no saved replies yet.')}</p>}
          <ul className="rows">
            {replies.map((reply) => (
              <li key={reply.shortcut}>
                <span className="grow">
                  <strong className="cut">/{reply.shortcut}</strong>
                  <span className="faint cut">{reply.text}</span>
                </span>
                <button
                  type="button"
                  className="button plain icon-only"
                  aria-label={t('Edit {name}', { name: reply.shortcut })}
                  onClick={() => setEdited(reply)}
                >
                  <Pencil size={15} />
                </button>
                <button
                  type="button"
                  className="button plain icon-only"
                  aria-label={t('Delete {name}', { name: reply.shortcut })}
                  onClick={() => remove(reply.shortcut).catch(showError)}
                >
                  <Trash2 size={15} />
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="button" onClick={() => setEdited({ shortcut: '', text: '' })}>
            <Plus size={15} /> {t('New saved reply')}
          </button>
        </div>
      )}
    </Dialog>
  )
}

interface ReplyFormProps {
  workspaceId: string
  reply: SavedReply
  onSaved(): Promise<unknown>
  onClose(): void
}

function ReplyForm({ workspaceId, reply, onSaved, onClose }: ReplyFormProps) {
  const id = useId()
  const [shortcut, setShortcut] = useState(reply.shortcut)
  const [text, setText] = useState(reply.text)
  const { attempt, isBusy, error } = useAttempt()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const isSaved = await attempt(async () => {
      await api.saveReply({ workspaceId, shortcut, text })
      if (reply.shortcut !== '' && reply.shortcut !== shortcut)
        await api.deleteReply({ workspaceId, shortcut: reply.shortcut })
      await onSaved()
    })
    if (isSaved) onClose()
  }
  return (
    <form className="stack" onSubmit={save}>
      <Input
        label={t('Shortcut')}
        hint={t('Lower-case letters, digits and hyphens')}
        value={shortcut}
        maxLength={40}
        pattern="[a-z0-9]+(-[a-z0-9]+)*"
        required
        autoFocus
        onChange={setShortcut}
      />
      <Field
        id={id}
        label={t('Text')}
        hint={t('{visitor} and {agent} stand for names, and {variable} for a variable of the bot.', {
          visitor: '{{visitor}}',
          agent: '{{agent}}',
          variable: `{{${t('Name')}}}`,
        })}
      >
        <textarea
          id={id}
          className="text"
          rows={5}
          required
          maxLength={4_000}
          aria-describedby={`${id}-hint`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <FormActions action={t('Save')} isBusy={isBusy} error={error} onClose={onClose} />
    </form>
  )
}
