import { locale, t } from '../i18n/i18n.js'
import type { StoredCredentials } from './credentials-fields.js'

/** Models that the service does not ask for a while, since calls with these credentials failed. */
export const PausedModels = ({ of: kept }: { of: StoredCredentials | undefined }) =>
  kept?.pausedModels?.map(({ model, until }) => (
    <p key={model} className="notice warning whole">
      {t('{model} is paused after errors until {time}', { model, time: timeOf(until) })}
    </p>
  ))

const timeOf = (time: string): string => new Date(time).toLocaleTimeString(locale, { timeStyle: 'medium' })

/** Milliseconds after which credentials are listed again, so that no pause is shown that is over. */
export const pauseInterval = (list: readonly StoredCredentials[] | undefined): number | false =>
  list?.some(({ pausedModels }) => pausedModels) ? 5_000 : false
