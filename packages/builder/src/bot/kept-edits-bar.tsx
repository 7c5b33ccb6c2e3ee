import { HardDrive } from 'lucide-react'
import { useStore } from '../design/store.js'
import { countPending } from '../document/pending.js'
import { useBotEditor } from '../editor/bot-editor.js'
import type { LeftBehind } from '../editor/journal.js'
import { t } from '../i18n/i18n.js'
import { downloadCopy } from './download-copy.js'
import './conflicts.css'

/** Edits on this device that are not saved without asking: those of a person who may no longer edit, and those of other accounts. */
export default function KeptEditsBar() {
  const { keptEdits } = useBotEditor()
  const { own, others } = useStore(keptEdits.left, (it) => it)
  return (
    <>
      {own.length > 0 && <Bar whose="own" />}
      {others.length > 0 && <Bar whose="others" />}
    </>
  )
}

function Bar({ whose }: { whose: keyof LeftBehind }) {
  const { bot, isReadOnly, keptEdits } = useBotEditor()
  const count = useStore(keptEdits.left, (it) => countPending(it[whose]))
  return (
    <div className="conflict" role="alert">
      <HardDrive size={16} aria-hidden />
      <span>
        {whose === 'own'
          ? t(
              '{count, plural, one {# change} other {# changes}} of yours on this device could not be saved, and you can no longer edit this bot.',
              { count },
            )
          : t(
              '{count, plural, one {# change} other {# changes}} of another account on this device could not be saved.',
              { count },
            )}
      </span>
      <span className="grow" />
      <button
        type="button"
        className="button small"
        onClick={() => downloadCopy(bot, { content: keptEdits.withEdits(whose) })}
      >
        {t('Download the changed bot')}
      </button>
      {whose === 'others' && !isReadOnly && (
        <button type="button" className="button small" onClick={() => keptEdits.adopt()}>
          {t('Save as my changes')}
        </button>
      )}
      <button type="button" className="button small" onClick={() => keptEdits.forget(whose)}>
        {t('Delete from this device')}
      </button>
    </div>
  )
}
