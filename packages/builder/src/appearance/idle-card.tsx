import type { Settings } from '@colloquy/flow'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { IdleFields } from '../forms/idle-fields.js'
import { t } from '../i18n/i18n.js'

/** The rule for conversations of the bot that a person has taken, and in which nobody writes. */
export function IdleCard() {
  const { editing } = useBotEditor()
  const { idle } = useDocument((document) => document.settings) as Settings
  return (
    <section className="card">
      <div>
        <h2>{t('Conversations with people')}</h2>
        <p className="soft">
          {t('For conversations that a person or another system has taken. Each channel can differ.')}
        </p>
      </div>
      <IdleFields
        idle={idle}
        onChange={(next, typing) =>
          editing.run(t('Edit settings'), setField(['settings', 'idle'], next), typing && `settings idle ${typing}`)
        }
      />
    </section>
  )
}
