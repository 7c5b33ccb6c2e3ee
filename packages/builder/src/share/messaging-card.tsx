import { MessagesSquare } from 'lucide-react'
import { Link } from 'wouter'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { useMessagingState } from '../messaging/use-messaging-state.js'

/** Shows whether the bot answers in a messaging app, with a link to the setup. */
export function MessagingCard() {
  const { bot, isReadOnly } = useBotEditor()
  const { state } = useMessagingState()
  return (
    <section className="card">
      <div className="row wrap">
        <div className="grow share-state">
          <h2>
            {t('WhatsApp')} {state && <span className={state.look}>{state.tag}</span>}
          </h2>
          <p className="soft">{state?.text}</p>
        </div>
        <Link href={`/bots/${bot.id}/messaging`} className="button">
          <MessagesSquare size={14} /> {isReadOnly ? t('See how') : t('Set it up')}
        </Link>
      </div>
    </section>
  )
}
