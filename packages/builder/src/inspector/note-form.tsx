import { type Group, noteColours } from '@colloquy/flow'
import { deleteChosen } from '../canvas/actions/actions.js'
import { renameGroup } from '../document/commands/rename-group.js'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { TextField } from '../forms/fields/text-field.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { useWantedFocus } from '../forms/use-wanted-focus.js'
import { t } from '../i18n/i18n.js'

/** The text and the colour of a note. */
export function NoteForm({ group }: { group: Group }) {
  const editor = useBotEditor()
  const { editing, isReadOnly } = editor
  const form = useWantedFocus()
  return (
    <div className="side-body" ref={form}>
      <ReadOnlyFields>
        <TextField
          label={t('Note')}
          isLong
          value={group.title}
          onChange={(text) => editing.run(t('Edit note'), renameGroup(group.id, text), `${group.id} title`)}
        />
        <fieldset className="row note-colours">
          <legend className="field-label">{t('Colour')}</legend>
          {noteColours.map((colour) => (
            <button
              key={colour}
              type="button"
              className="note-colour"
              data-colour={colour}
              aria-label={colour}
              aria-pressed={(group.note?.colour ?? 'yellow') === colour}
              onClick={() =>
                editing.run(t('Colour note'), setField(['groups', `#${group.id}`, 'note', 'colour'], colour))
              }
            />
          ))}
        </fieldset>
      </ReadOnlyFields>
      <p className="soft">{t('Notes are for those who build. Visitors never see them.')}</p>
      {!isReadOnly && (
        <div className="row wrap actions">
          <button type="button" className="button danger" onClick={() => deleteChosen(editor)}>
            {t('Delete')}
          </button>
        </div>
      )}
    </div>
  )
}
