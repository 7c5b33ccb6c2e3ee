import { Link } from 'wouter'
import { useOpenInView } from '../design/use-open-in-view.js'
import { t } from '../i18n/i18n.js'
import { pageNamed } from './pages.js'

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

/** Pages that are reached through another one. */
const parents: Readonly<Record<string, string>> = { messaging: 'share', recording: 'results' }

/** The pages of a bot. Where they do not all fit, the open one is scrolled into view; some are reached through another. */
export function BotTabs({ botId, page }: { botId: string; page: string }) {
  const open = parents[page] ?? page
  const tabRow = useOpenInView(open)
  return (
    <nav className="bot-tabs" aria-label={t('Pages of the bot')} ref={tabRow}>
      {tabs.map(([id, label]) => (
        <Link
          key={id}
          href={`/bots/${botId}${id === 'build' ? '' : `/${id}`}`}
          aria-current={open === id ? 'page' : undefined}
          onPointerEnter={pageNamed(id)?.loadAhead}
          onFocus={pageNamed(id)?.loadAhead}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
