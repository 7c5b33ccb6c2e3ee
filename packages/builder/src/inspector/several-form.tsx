import { arrangeChosen, arrangementsFor } from '../canvas/actions/arranging.js'
import { shownKeys } from '../design/keys.js'
import { useBotEditor, useView } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { NodeActions } from './node-actions.js'

/** Actions for several selected nodes. */
export function SeveralForm() {
  const editor = useBotEditor()
  const count = useView((it) => it.nodeIds.size)
  return (
    <div className="side-body">
      <h3>{t('{count} parts selected', { count })}</h3>
      {!editor.isReadOnly && (
        <>
          <fieldset className="row several-actions" aria-label={t('Align and distribute')}>
            {arrangementsFor(count).map((arrangement) => (
              <button
                key={arrangement.alignment}
                type="button"
                className="button small icon-only"
                aria-label={arrangement.label}
                title={`${arrangement.label} (${shownKeys(arrangement.keys)})`}
                onClick={() => arrangeChosen(editor, arrangement)}
              >
                <arrangement.icon size={15} />
              </button>
            ))}
          </fieldset>
          <div className="row several-actions">
            <NodeActions fold={t('Collapse or expand')} />
          </div>
        </>
      )}
    </div>
  )
}
