import { Link } from 'wouter'
import { useOpenInView } from '../design/use-open-in-view.js'
import { t } from '../i18n/i18n.js'

const tabs = [
  ['build', t('Build')],
  ['theme', t('Theme')],
  ['settings', t('Settings')],
  ['share', t('Share')],
  ['results', t('Results')],
  ['summary', t('Summary')],
  ['analytics', t('Analytics')],
  ['versions', t('Versions')],
] as const

/** The pages of a bot. Where they do not all fit, the open one is scrolled into view; messaging is reached through sharing. */
export function BotTabs({ botId, page }: { botId: string; page: string }) {
  const open = page === 'messaging' ? 'share' : page
  const tabRow = useOpenInView(open)
  return (
    <nav className="bot-tabs" aria-label={t('Pages of the bot')} ref={tabRow}>
      {tabs.map(([id, label]) => (
        <Link
          key={id}
          href={`/bots/${botId}${id === 'build' ? '' : `/${id}`}`}
          aria-current={open === id ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
