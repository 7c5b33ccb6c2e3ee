import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { dismissChecklist, wasSeen } from '../frame/checklist-state.js'
import { t } from '../i18n/i18n.js'
import type { BotRow } from '../service/bots.js'
import './checklist.css'

/**
 * The way to a first bot that is shared; gone once all is done, or when it is dismissed. It comes together with the cards of bots: loaded by
 * itself it would move them away from a press that opens a menu.
 */
export function Checklist({ bots }: { bots: readonly BotRow[] }) {
  const [isDismissed, setDismissed] = useState(false)
  const live = bots.find(({ publishedBotId }) => publishedBotId)
  const bot = live ?? bots[0]
  const steps = [
    { label: t('Create a bot'), isDone: bots.length > 0, href: undefined },
    {
      label: t('Give it your look'),
      isDone: bot !== undefined && wasSeen(bot.id, 'theme'),
      href: `/bots/${bot?.id}/theme`,
    },
    { label: t('Publish it'), isDone: live !== undefined, href: `/bots/${bot?.id}` },
    {
      label: t('Share the link'),
      isDone: bot !== undefined && wasSeen(bot.id, 'share'),
      href: `/bots/${bot?.id}/share`,
    },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  if (isDismissed || done === steps.length) return null
  return (
    <section className="checklist card" aria-labelledby="checklist">
      <div className="row">
        <h2 id="checklist" className="grow">
          {t('Get your first bot live')}
        </h2>
        <span className="faint">{t('{done} of {count}', { done, count: steps.length })}</span>
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={t('Dismiss the checklist')}
          onClick={() => [dismissChecklist(), setDismissed(true)]}
        >
          <X size={14} />
        </button>
      </div>
      <ol>
        {steps.map(({ label, isDone, href }) => (
          <li key={label} data-done={isDone}>
            <span className="checklist-mark" aria-hidden>
              {isDone && <Check size={12} />}
            </span>
            {isDone || !href ? <span>{label}</span> : <Link href={href}>{label}</Link>}
            {isDone && <span className="visually-hidden">{t('Done')}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
