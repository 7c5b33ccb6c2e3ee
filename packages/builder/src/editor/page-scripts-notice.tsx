import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { rich } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { useBotEditor } from './bot-editor.js'

/** Says where `what` does not run, and what to do about it; nothing where it runs on the bot's own page. */
export function PageScriptsNotice({ what }: { what: string }) {
  const { bot, can } = useBotEditor()
  const { data } = useQuery({
    queryKey: ['addresses', bot.id, 'scripts'],
    queryFn: () => api.getAddresses({ botId: bot.id }),
    enabled: can('bot.read'),
  })
  if (data === undefined || data.runsPageScripts) return null
  return (
    <p className="notice warning">
      <span>
        {rich(
          '{what} not run on this bot’s own page, because that page shares its origin with this editor. It works where you embed the chat in your website. To run it on the page, use a <link>custom domain</link>, or ask the administrator to set COLLOQUY_CHAT_URL (see “An origin for chats” in docs/operations.md).',
          {
            what,
            link: (content) => (
              <Link href={`/workspaces/${bot.workspaceId}/settings/domains`} className="link">
                {content}
              </Link>
            ),
          },
        )}
      </span>
    </p>
  )
}
