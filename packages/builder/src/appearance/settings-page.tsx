import type { Settings } from '@colloquy/flow'
import { Link } from 'wouter'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { SchemaForm } from '../forms/schema-form.js'
import { labelOf } from '../forms/words.js'
import { rich, t } from '../i18n/i18n.js'
import '../forms/forms.css'
import { PageScriptsNotice } from '../editor/page-scripts-notice.js'
import { FormPage } from './form-page.js'
import { IdleCard } from './idle-card.js'
import { ModelCeilings } from './model-ceilings.js'
import './appearance.css'
import { settingsDefaults } from './settings-defaults.js'
import { hiddenSettings, settingsSections } from './settings-sections.js'

/** The behavior of the bot, section by section. */
export default function SettingsPage() {
  const { bot, editing } = useBotEditor()
  const settings = useDocument((document) => document.settings) as Settings & Record<string, unknown>
  // Once an address is given, reports are forwarded to it unless forwarding is switched off.
  const isForwarded = settings.messaging?.errorAndMarketingStatusWebhookForwardUrl !== undefined
  const defaultsOf = (key: string) => ({
    ...settingsDefaults[key],
    ...(key === 'messaging' && { isWebhookForwardingEnabled: isForwarded }),
  })
  return (
    <FormPage label={t('Settings')} className="page">
      <div className="page-inner">
        <h1>{t('Settings')}</h1>
        {settingsSections.map(([key, schema]) => (
          <section key={key} className="card">
            <div>
              <h2>{labelOf(key)}</h2>
              {key === 'metadata' && (
                <p className="soft">
                  {rich('Title, description, picture and favicon are set at <link>Share, Link preview</link>.', {
                    link: (content) => <Link href={`/bots/${bot.id}/share`}>{content}</Link>,
                  })}
                </p>
              )}
              {key === 'metadata' && <PageScriptsNotice what={t('Head code and Tag Manager do')} />}
              {key === 'messaging' && (
                <p className="soft">
                  {rich("Set the bot's channels and the messages that it answers at <link>Share, Channels</link>.", {
                    link: (content) => <Link href={`/bots/${bot.id}/messaging`}>{content}</Link>,
                  })}
                </p>
              )}
            </div>
            <SchemaForm
              isFolded
              schema={schema}
              value={settings[key]}
              without={hiddenSettings[key]}
              defaults={defaultsOf(key)}
              onChange={(path, value) =>
                editing.run(
                  t('Edit settings'),
                  setField(['settings', key, ...path], value),
                  `settings ${key} ${path.join('.')}`,
                )
              }
            />
          </section>
        ))}
        <IdleCard />
        <ModelCeilings />
      </div>
    </FormPage>
  )
}
