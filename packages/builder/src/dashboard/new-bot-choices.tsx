import { FileJson, PenLine } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { TemplateList } from '../templates/template-list.js'
import { scratchBot } from './scratch-bot.js'

interface NewBotChoicesProps {
  workspaceId: string
  /** The folder of the new bot; undefined for the top level. */
  folderId?: string | undefined
  /** Rejects if the file contains no bot. */
  onFile(file: File): Promise<void>
}

/** Creates a bot from scratch, from a file, or from a template. */
export function NewBotChoices({ workspaceId, folderId, onFile }: NewBotChoicesProps) {
  const [, go] = useLocation()
  const picker = useRef<HTMLInputElement>(null)
  const { attempt, error } = useAttempt()
  /** The details of a template are open and fill the whole space. */
  const [isLooking, setLooking] = useState(false)
  const make = (bot: object) =>
    attempt(async () => {
      const made = await api.createBot({ workspaceId, bot: { ...bot, folderId: folderId ?? null } })
      go(`/bots/${made.bot.id}`)
    })
  return (
    <>
      {!isLooking && (
        <div className="ways">
          <button type="button" className="way" onClick={() => make(scratchBot)}>
            <span className="bot-icon">
              <PenLine size={18} />
            </span>
            <span>
              <strong>{t('From scratch')}</strong>
              <span className="faint">{t('An empty canvas with a start.')}</span>
            </span>
          </button>
          <button type="button" className="way" onClick={() => picker.current?.click()}>
            <span className="bot-icon">
              <FileJson size={18} />
            </span>
            <span>
              <strong>{t('From a file')}</strong>
              <span className="faint">{t('A bot that you exported.')}</span>
            </span>
          </button>
          <input
            ref={picker}
            type="file"
            accept="application/json,.json"
            hidden
            aria-label={t('File of a bot')}
            onChange={(event) => {
              const file = event.target.files?.[0]
              // Allows choosing the same file again after it was corrected.
              event.target.value = ''
              if (file) void attempt(() => onFile(file))
            }}
          />
        </div>
      )}
      <ErrorNotice error={error} />
      {!isLooking && <h2>{t('Templates')}</h2>}
      <TemplateList onChoose={({ bot }) => make(bot)} onLook={setLooking} />
    </>
  )
}
