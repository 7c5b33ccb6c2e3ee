import { t } from '../i18n/i18n.js'
import { MinutesCard, type MinutesCardProps } from './minutes-card.js'

/** After how many minutes people get an email about a visitor who waits while nobody looks. */
export const WaitingMailCard = (props: MinutesCardProps) => (
  <MinutesCard
    {...props}
    setting="waitingMailMinutes"
    title={t('Visitors who wait')}
    text={t(
      'If nobody has the inbox open, the agents of the bot get an email, or the admins if there are none. Everybody can choose in their account.',
    )}
    switchLabel={t('Email people about a visitor who waits')}
    label={t('After minutes')}
  />
)
