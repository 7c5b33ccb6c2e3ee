import type { Exit } from '@colloquy/flow/operations'
import { useMemo } from 'react'
import { entryOf } from '../../catalogue/block-catalogue.js'
import { summaryOf } from '../../catalogue/summary.js'
import { FindWindow } from '../../design/find-window.js'
import { showToast } from '../../design/toasts.js'
import { connect } from '../../document/commands/connect.js'
import { isNote } from '../../document/is-note.js'
import { newId } from '../../document/new-id.js'
import { useBotEditor } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import { useNames } from '../nodes/use-names.js'
import { targetPicker } from './target-picker-state.js'

/** The window that creates an edge without a mouse. */
export default function TargetPicker({ from, name }: { from: Exit; name: string }) {
  const { editing } = useBotEditor()
  const names = useNames()
  const targets = useMemo(
    () =>
      editing.document.groups
        .filter((group) => !isNote(group))
        .flatMap((group) => [
          { id: group.id, to: { groupId: group.id }, label: group.title || t('Untitled'), hint: t('Group') },
          ...group.blocks.slice(1).map((block) => ({
            id: `${group.id} ${block.id}`,
            to: { groupId: group.id, blockId: block.id },
            label: summaryOf(block, names) || entryOf(block).label,
            hint: t('{label} in {title}', { label: entryOf(block).label, title: group.title || t('Untitled') }),
          })),
        ]),
    [editing, names],
  )
  const close = () => targetPicker.set({ request: undefined })
  const choose = (target: (typeof targets)[number]) => {
    close()
    editing.run(t('Connect'), connect(newId(), from, target.to))
    showToast(t('{name} leads to {label}', { name, label: target.label }))
  }
  return (
    <FindWindow
      label={t('Where {name} leads', { name })}
      searchLabel={t('Find a group or a block')}
      placeholder={t('{name} leads to…', { name })}
      listLabel={t('Groups and blocks')}
      nothing={(search) => t('No results for “{search}”', { search })}
      choices={targets}
      max={80}
      onChoose={choose}
      onClose={close}
    />
  )
}
