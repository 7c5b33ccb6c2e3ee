import { FileJson, PenLine } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../design/dialog.js'
import { sayError } from '../design/toasts.js'
import { request } from '../service/request.js'
import { TemplateList } from './template-list.js'

interface NewBotDialogProps {
  workspaceId: string
  /** Where the bot is made; in no folder without it. */
  folderId: string | undefined
  onFile(file: File): Promise<void>
  onClose(): void
}

/** From nothing, from a file, or from a finished conversation. */
export function NewBotDialog({ workspaceId, folderId, onFile, onClose }: NewBotDialogProps) {
  const [, go] = useLocation()
  const picker = useRef<HTMLInputElement>(null)
  const make = async (bot: object) => {
    try {
      const made = await request<'createBot'>('POST', 'bots', {
        workspaceId,
        bot: { ...bot, folderId: folderId ?? null },
      })
      go(`/bots/${made.bot.id}`)
    } catch (problem) {
      sayError(problem)
    }
  }
  return (
    <Dialog title="New bot" isWide onClose={onClose}>
      <div className="ways">
        <button type="button" className="way" onClick={() => make({ name: 'My bot' })}>
          <span className="bot-icon">
            <PenLine size={18} />
          </span>
          <span>
            <strong>From scratch</strong>
            <span className="faint">An empty canvas with a start.</span>
          </span>
        </button>
        <button type="button" className="way" onClick={() => picker.current?.click()}>
          <span className="bot-icon">
            <FileJson size={18} />
          </span>
          <span>
            <strong>From a file</strong>
            <span className="faint">A bot that was exported, of any version.</span>
          </span>
        </button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          hidden
          aria-label="File of a bot"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) void onFile(file)
          }}
        />
      </div>
      <h2>Finished conversations</h2>
      <TemplateList onChoose={({ bot }) => make(bot)} />
    </Dialog>
  )
}
