import { navigate } from 'wouter/use-browser-location'
import { showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import type { Rule } from './describe-rule.js'
import { mayNotify, showSystemNotification } from './system-notification.js'

/** A notification as the service sends it to an open page. */
export interface Told {
  event: Rule['event']
  botName: string
  count: number
  /** The result, if it is one. */
  resultId: string | null
}

const texts: Readonly<Record<Rule['event'], (count: number) => string>> = {
  completed: (count) => t('{count, plural, one {New result} other {# new results}}', { count }),
  failed: (count) => t('{count, plural, one {The bot failed} other {The bot failed # times}}', { count }),
}

/** Shows a notification of a bot: by the browser while the page is hidden, else at the foot of the page. */
export function notify(botId: string, { event, count, resultId, botName }: Told): void {
  const text = texts[event](count)
  const path = `/bots/${botId}/results${resultId === null ? '' : `/${resultId}`}`
  if (document.visibilityState === 'visible' || !mayNotify()) {
    showToast(text, { label: t('Open'), run: () => navigate(path) }, 'notification')
    return
  }
  showSystemNotification({ title: botName, body: text, tag: `${botId} ${event} ${resultId ?? ''}`, path })
}
