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

/** Pages that are reached through another one. */
const parents: Readonly<Record<string, string>> = { messaging: 'share', recording: 'results' }

/** The pages of a bot. Where they do not all fit, the open one is scrolled into view; some are reached through another. */
export function BotTabs({ botId, page }: { botId: string; page: string }) {
  const open = parents[page] ?? page
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
