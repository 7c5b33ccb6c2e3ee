import type { Settings } from '@colloquy/flow'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { SwitchField } from '../forms/fields/small-fields.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { t } from '../i18n/i18n.js'
import { useMessagingState } from './use-messaging-state.js'

/** Shows whether the bot answers messages, with a switch for it. Changing it is an edit of the draft. */
export function SwitchCard({ hasNumber }: { hasNumber: boolean }) {
  const { editing } = useBotEditor()
  const { state } = useMessagingState()
  const isOn = useDocument(({ settings }) => (settings as Settings).messaging?.isEnabled === true)
  const set = (next: boolean | undefined) =>
    editing.run(
      next ? t('Switch messaging on') : t('Switch messaging off'),
      setField(['settings', 'messaging', 'isEnabled'], next),
    )
  return (
    <section className="card">
      <div>
        <h2>
          {t('WhatsApp')} {state && <span className={state.look}>{state.tag}</span>}
        </h2>
        <p className="soft" role="status">
          {state?.text}
        </p>
      </div>
      {(hasNumber || isOn) && (
        <ReadOnlyFields>
          <SwitchField label={t('Answer messages')} value={isOn} onChange={set} />
        </ReadOnlyFields>
      )}
    </section>
  )
}
