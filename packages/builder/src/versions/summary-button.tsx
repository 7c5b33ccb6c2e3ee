import { ListTree } from 'lucide-react'
import { contentOf } from '../document/content.js'
import { useBotEditor, useEditingState } from '../editor/bot-editor.js'
import { useReleases } from '../environments/release.js'
import { useRelease } from '../environments/release-content.js'
import { t } from '../i18n/i18n.js'
import { compare } from './compare.js'
import { summarise } from './summarise.js'

/** Writes what changed since the live release. Nothing before there is one, or while nothing has changed. */
export default function SummaryButton({ most, onSummary }: { most: number; onSummary(summary: string): void }) {
  const { bot, editing } = useBotEditor()
  const draft = useEditingState(() => editing.content)
  const releases = useReleases(bot.id).data ?? []
  const base = (releases.find(({ isLive }) => isLive) ?? releases[0])?.id
  const { data: before } = useRelease(bot.id, base)
  if (!before) return null
  return (
    <button
      type="button"
      className="button plain small"
      onClick={() => onSummary(summarise(compare(before, contentOf(draft)), most) || t('Nothing has changed'))}
    >
      <ListTree size={13} /> {t('Summarize changes')}
    </button>
  )
}
