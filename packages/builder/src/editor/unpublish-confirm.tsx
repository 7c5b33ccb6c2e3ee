import { useQueryClient } from '@tanstack/react-query'
import { Confirm } from '../design/confirm.js'
import { showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { useBotEditor } from './bot-editor.js'

/** Asks before visitors lose the bot, and says what becomes of those who are chatting. */
export default function UnpublishConfirm({ onClose }: { onClose(): void }) {
  const { bot } = useBotEditor()
  const queries = useQueryClient()
  const unpublish = async () => {
    await api.unpublishBot({ botId: bot.id })
    await Promise.all(
      ['published', 'releases', 'bot'].map((key) => queries.invalidateQueries({ queryKey: [key, bot.id] })),
    )
    showToast(t('Unpublished. New chats are refused.'))
  }
  return (
    <Confirm
      title={t('Unpublish this bot?')}
      text={t('New visitors see that the bot is not available. Chats in progress continue, and the results stay.')}
      action={t('Unpublish')}
      onConfirm={unpublish}
      onClose={onClose}
    />
  )
}
