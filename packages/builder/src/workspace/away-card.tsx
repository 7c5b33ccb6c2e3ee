import { t } from '../i18n/i18n.js'
import { MinutesCard, type MinutesCardProps } from './minutes-card.js'

/** After how many minutes the conversations of a person who is away go back to the queue. */
export const AwayCard = (props: MinutesCardProps) => (
  <MinutesCard
    {...props}
    setting="awayMinutes"
    title={t('People who are away')}
    text={t('A person is away who has closed the inbox. Visitors whom they answered then wait for anybody.')}
    switchLabel={t('Put their conversations back into the queue')}
    label={t('After minutes')}
  />
)
