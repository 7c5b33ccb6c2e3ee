import { Link } from 'wouter'
import { useBotEditor } from '../editor/bot-editor.js'
import { usePublishedBot } from '../editor/use-stored-bot.js'
import { rich, t } from '../i18n/i18n.js'

/** Next step towards the first answers of a bot: share its link, or publish it first. Empty for users who may do neither. */
export function FirstAnswers() {
  const { bot, can } = useBotEditor()
  const { data: published } = usePublishedBot()
  if (!can('bot.publish') || published === undefined) return null
  if (published === null) return <p>{t('Publish the bot and share its link.')}</p>
  return (
    <p>
      {rich('Visitors answer once you <a>share the link</a>.', {
        a: (content) => <Link href={`/bots/${bot.id}/share`}>{content}</Link>,
      })}
    </p>
  )
}
