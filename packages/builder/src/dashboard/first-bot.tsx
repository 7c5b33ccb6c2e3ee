import { t } from '../i18n/i18n.js'
import { NewBotChoices } from './new-bot-choices.js'

interface FirstBotProps {
  workspaceId: string
  onFile(file: File): Promise<void>
}

/** An empty dashboard: shows the templates themselves. */
export default function FirstBot(props: FirstBotProps) {
  return (
    <section className="first-bot" aria-labelledby="first-bot">
      <div>
        <h2 id="first-bot">{t('Create your first bot')}</h2>
        <p className="soft">
          {t('Pick a template, change it to fit, and publish. You get a link to share and code for your website.')}
        </p>
      </div>
      <NewBotChoices {...props} />
      <p className="faint">{t('Have a bot from elsewhere? Drop its file anywhere on this page.')}</p>
    </section>
  )
}
