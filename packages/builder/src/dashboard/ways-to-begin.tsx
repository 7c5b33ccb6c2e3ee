import { FileJson, PenLine } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { sayError } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { request } from '../service/request.js'
import { TemplateList } from '../templates/template-list.js'
import { scratchBot } from './scratch-bot.js'

interface WaysToBeginProps {
  workspaceId: string
  /** Where the bot is made; in no folder without it. */
  folderId?: string | undefined
  onFile(file: File): Promise<void>
}

/** From scratch, from a file, or from a template. */
export function WaysToBegin({ workspaceId, folderId, onFile }: WaysToBeginProps) {
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
    <>
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
            if (file) void onFile(file)
          }}
        />
      </div>
      <h2>{t('Templates')}</h2>
      <TemplateList onChoose={({ bot }) => make(bot)} />
    </>
  )
}
