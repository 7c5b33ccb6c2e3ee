import { setField } from '../document/commands/set-field.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { SwitchField } from '../forms/fields/small-fields.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { t } from '../i18n/i18n.js'
import { AddressLine } from './address-line.js'

/** Switch that makes the draft public, and its link. Changing it is an edit of the draft, and takes effect as soon as it is saved. */
export function DraftCard() {
  const { bot, editing } = useBotEditor()
  const isOpen = useDocument(({ settings }) => settings.publicShare?.isEnabled === true)
  const address = `${location.origin}/bots/${bot.id}`
  const set = (next: boolean | undefined) =>
    editing.run(
      next ? t('Show the flow to everybody') : t('Show the flow to nobody else'),
      setField(['settings', 'publicShare', 'isEnabled'], next),
    )
  return (
    <section className="card">
      <div>
        <h2>{t('Public flow')}</h2>
        <p className="soft">
          {t(
            'Anyone with the link sees the current canvas without signing in, and can copy it: texts, notes, conditions and scripts, but no results, comments, people, credentials, contents of requests or default values of variables.',
          )}
        </p>
      </div>
      <ReadOnlyFields>
        <SwitchField label={t('Anyone with the link can view')} value={isOpen} onChange={set} />
      </ReadOnlyFields>
      {isOpen && <AddressLine address={address} />}
    </section>
  )
}
