import { collapseChosen, deleteChosen, duplicateChosen } from '../canvas/actions/actions.js'
import { useStudio } from '../editor/studio.js'
import { t } from '../i18n/i18n.js'

/** Actions for the selected nodes, one group or several; `fold` is the label of the button that collapses them. */
export function NodeActions({ fold }: { fold: string }) {
  const studio = useStudio()
  return (
    <>
      <button type="button" className="button" onClick={() => duplicateChosen(studio)}>
        {t('Duplicate')}
      </button>
      <button type="button" className="button" onClick={() => collapseChosen(studio)}>
        {fold}
      </button>
      <button type="button" className="button danger" onClick={() => deleteChosen(studio)}>
        {t('Delete')}
      </button>
    </>
  )
}
