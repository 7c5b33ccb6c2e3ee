import { Play } from 'lucide-react'
import { useLocation } from 'wouter'
import { useBotEditor, useView } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

/** Opens the preview beside the canvas, from whichever page, and closes it there. */
export function PreviewButton({ page }: { page: string }) {
  const editor = useBotEditor()
  const [, go] = useLocation()
  const isPreviewing = useView((it) => it.isPreviewOpen)
  const preview = () => {
    if (isPreviewing && page === 'build') editor.closePreview()
    else editor.preview()
    if (page !== 'build') go(`/bots/${editor.bot.id}`)
  }
  return (
    <button type="button" className="button" aria-label={t('Preview')} aria-pressed={isPreviewing} onClick={preview}>
      <Play size={14} /> <span className="preview-label hide-narrow">{t('Preview')}</span>
    </button>
  )
}
