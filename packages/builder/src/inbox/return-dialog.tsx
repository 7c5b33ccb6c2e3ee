import { type FormEvent, useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { Switch } from '../design/field.js'
import { FormActions } from '../design/form-actions.js'
import { Select } from '../design/select.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import type { FullConversation } from './conversation.js'

interface ReturnDialogProps {
  workspaceId: string
  sessionId: string
  conversation: FullConversation
  onReturned(): void
  onClose(): void
}

/** Lets the bot speak again: where it waits, at another group, or after asking one. */
export default function ReturnDialog({ workspaceId, sessionId, conversation, ...props }: ReturnDialogProps) {
  const { onReturned, onClose } = props
  const [group, setGroup] = useState('')
  const [returns, setReturns] = useState(false)
  const { attempt, isBusy, error } = useAttempt()
  const { position, groups } = conversation
  const waitsAt = position ? t('Where it waits: {group}', { group: position.groupTitle }) : t('Where it was before')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const where = group === '' ? {} : { group, returns }
    if (await attempt(() => api.returnConversation({ workspaceId, sessionId, ...where }))) {
      onReturned()
      onClose()
    }
  }
  return (
    <Dialog
      title={t('Return to the bot')}
      description={t('The bot keeps all variables. It does not answer messages that came meanwhile.')}
      onClose={onClose}
    >
      <form className="stack" onSubmit={submit}>
        <Select
          label={t('The bot continues')}
          value={group}
          choices={[['', waitsAt], ...groups.map(({ id, title }): [string, string] => [id, title])]}
          onChange={setGroup}
        />
        {group !== '' && position && (
          <Switch
            label={t('Ask this group only, and come back to {group}', { group: position.groupTitle })}
            isOn={returns}
            onChange={setReturns}
          />
        )}
        <FormActions action={t('Return to the bot')} isBusy={isBusy} error={error} onClose={onClose} />
      </form>
    </Dialog>
  )
}
