import { type Alignment, align } from '../canvas/layout/align.js'
import { moveNodes } from '../document/commands/move-nodes.js'
import { useBotEditor, useView } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { NodeActions } from './node-actions.js'

const alignments: readonly (readonly [Alignment, string])[] = [
  ['left', t('Align left')],
  ['top', t('Align at the top')],
  ['across', t('Even gaps across')],
  ['down', t('Even gaps down')],
]

/** Actions for several selected nodes. */
export function SeveralForm() {
  const editor = useBotEditor()
  const { editing, view, isReadOnly } = editor
  const count = useView((it) => it.nodeIds.size)
  return (
    <div className="side-body">
      <h3>{t('{count} parts selected', { count })}</h3>
      {!isReadOnly && (
        <>
          <div className="row several-actions">
            {alignments.map(([alignment, label]) => (
              <button
                key={alignment}
                type="button"
                className="button small"
                onClick={() => editing.run(label, moveNodes(align(editing.document, view.get().nodeIds, alignment)))}
              >
                {label}
              </button>
            ))}
          </div>
          <div className="row several-actions">
            <NodeActions fold={t('Collapse or expand')} />
          </div>
        </>
      )}
    </div>
  )
}
