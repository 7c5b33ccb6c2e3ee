import { Dialog } from '../design/dialog.js'
import { t } from '../i18n/i18n.js'
import { NewBotChoices } from './new-bot-choices.js'

interface NewBotDialogProps {
  workspaceId: string
  /** The folder of the new bot; undefined for the top level. */
  folderId: string | undefined
  onFile(file: File): Promise<void>
  onClose(): void
}

export default function NewBotDialog({ onClose, ...ways }: NewBotDialogProps) {
  return (
    <Dialog title={t('New bot')} isWide onClose={onClose}>
      <NewBotChoices {...ways} />
    </Dialog>
  )
}
