import { showToast } from '../../design/toasts.js'
import { type Clip, clipOf, clipOfBlock } from '../../document/copy.js'
import type { BotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'

/** Returns the selection as clipboard content: a block, or groups; undefined when there is nothing to copy. */
export function selectedClip({ editing, view }: BotEditor): Clip | undefined {
  const { blockId, nodeIds } = view.get()
  const clip = blockId === undefined ? clipOf(editing.document, nodeIds) : clipOfBlock(editing.document, blockId)
  return clip && clip.groups.length > 0 ? clip : undefined
}

export const confirmCopy = ({ isBlock, groups }: Clip): void =>
  showToast(
    isBlock
      ? t('Block copied')
      : groups.length === 1
        ? t('Group copied')
        : t('{count} groups copied', { count: groups.length }),
  )
