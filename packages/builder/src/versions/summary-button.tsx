import { ListTree } from 'lucide-react'
import { contentOf } from '../document/content.js'
import { useBotEditor, useEditingState } from '../editor/bot-editor.js'
import { useEnvironments } from '../environments/environments.js'
import { useReleases } from '../environments/release.js'
import { useRelease } from '../environments/release-content.js'
import { t } from '../i18n/i18n.js'
import { compare } from './compare.js'
import { summarise } from './summarise.js'

interface SummaryButtonProps {
  /** The environment in which the draft is to be published. */
  environmentId: string
  /** Maximum number of characters. */
  max: number
  onSummary(summary: string): void
}

/** Writes what changed since the release of an environment; since the latest one where it has none. Nothing before there is one. */
export default function SummaryButton({ environmentId, max, onSummary }: SummaryButtonProps) {
  const { bot, editing } = useBotEditor()
  const draft = useEditingState(() => editing.content)
  const releases = useReleases(bot.id).data ?? []
  const environments = useEnvironments(bot.id).data ?? []
  const base = environments.find(({ id }) => id === environmentId)?.releaseId ?? releases[0]?.id
  const { data: before } = useRelease(bot.id, base)
  if (!before) return null
  return (
    <button
      type="button"
      className="button plain small"
      onClick={() => onSummary(summarise(compare(before, contentOf(draft)), max) || t('Nothing has changed'))}
    >
      <ListTree size={13} /> {t('Summarize changes')}
    </button>
  )
}
