import { findBlock } from '@colloquy/flow/operations'
import type { Comparison } from '@colloquy/prove'
import { entryOf } from '../catalogue/block-catalogue.js'
import { summaryOf } from '../catalogue/summary.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { locale, t } from '../i18n/i18n.js'
import { classNames, reasons } from './class-names.js'

interface GroupTitleProps {
  group: Pick<Comparison, 'class' | 'blockId' | 'reason'>
  /** Number of conversations; omitted for a single one. */
  count?: number
}

/** A class of conversations, with the block at which they differ or the reason why they are unknown. */
export function GroupTitle({ group: { class: name, blockId, reason }, count }: GroupTitleProps) {
  return (
    <>
      <span className="replay-class" data-class={name}>
        {classNames[name].label}
      </span>
      <span className="grow replay-place">{reason ? reasons[reason] : <Location blockId={blockId} />}</span>
      {count !== undefined && <strong>{count.toLocaleString(locale ?? 'en')}</strong>}
    </>
  )
}

export function useBlockLocation(blockId: string | undefined) {
  const { editing } = useBotEditor()
  return blockId === undefined ? undefined : findBlock(editing.document, blockId)
}

function Location({ blockId }: { blockId: string | undefined }) {
  const { editing } = useBotEditor()
  const found = useBlockLocation(blockId)
  if (!found) return t('At a deleted block')
  const { block, group } = found
  const { variables, groups } = editing.document
  const summary = summaryOf(block, { variables, groupTitle: (id) => groups.find((one) => one.id === id)?.title })
  return (
    <>
      {t('At “{label}” in {title}', { label: entryOf(block).label, title: group.title || t('Untitled') })}
      {summary && <span className="faint cut">{summary}</span>}
    </>
  )
}
