import { Dialog } from '../design/dialog.js'
import { WaysToBegin } from './ways-to-begin.js'

interface NewBotDialogProps {
  workspaceId: string
  /** Where the bot is made; in no folder without it. */
  folderId: string | undefined
  onFile(file: File): Promise<void>
  onClose(): void
}

export default function NewBotDialog({ onClose, ...ways }: NewBotDialogProps) {
  return (
    <Dialog title="New bot" isWide onClose={onClose}>
      <WaysToBegin {...ways} />
    </Dialog>
  )
}
