import { Link } from 'wouter'
import { useOpenInView } from '../design/use-open-in-view.js'

const tabs = [
  ['build', 'Build'],
  ['theme', 'Theme'],
  ['settings', 'Settings'],
  ['share', 'Share'],
  ['results', 'Results'],
  ['summary', 'Summary'],
  ['analytics', 'Analytics'],
  ['versions', 'Versions'],
] as const

/** The pages of a bot. Where they do not all fit, the open one is scrolled into view; messaging is reached through sharing. */
export function BotTabs({ botId, page }: { botId: string; page: string }) {
  const open = page === 'messaging' ? 'share' : page
  const tabRow = useOpenInView(open)
  return (
    <nav className="bot-tabs" aria-label="Pages of the bot" ref={tabRow}>
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
