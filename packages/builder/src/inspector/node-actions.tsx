import { collapseChosen, deleteChosen, duplicateChosen } from '../canvas/actions/actions.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

/** Actions for the selected nodes, one group or several; `fold` is the label of the button that collapses them. */
export function NodeActions({ fold }: { fold: string }) {
  const editor = useBotEditor()
  return (
    <>
      <button type="button" className="button" onClick={() => duplicateChosen(editor)}>
        {t('Duplicate')}
      </button>
      <button type="button" className="button" onClick={() => collapseChosen(editor)}>
        {fold}
      </button>
      <button type="button" className="button danger" onClick={() => deleteChosen(editor)}>
        {t('Delete')}
      </button>
    </>
  )
}
