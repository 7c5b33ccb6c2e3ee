import { type ChannelSettings, channelSettingsOf, type Settings } from '@colloquy/flow'
import { useId } from 'react'
import { Field } from '../design/field.js'
import { Select } from '../design/select.js'
import { setField } from '../document/commands/set-field.js'
import { newId } from '../document/new-id.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { NumberField } from '../forms/fields/small-fields.js'
import { IdleFields } from '../forms/idle-fields.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { t } from '../i18n/i18n.js'
import { AnsweringList } from './answering-list.js'
import { changeOfSetting } from './channel-settings.js'
import { isConditional, type StartCondition } from './describe-start.js'
import { StartConditionForm } from './start-condition-form.js'
import type { ConnectedChannel } from './use-channels.js'

/** Settings for which first messages the bot answers, and when a new chat starts. Changes are edits of the draft. */
export function StartCard({ connected }: { connected: ConnectedChannel }) {
  const { credentialsId, answering } = connected
  const { list } = connected.channel.capabilities
  const { editing } = useBotEditor()
  const listId = useId()
  const all = useDocument((document) => document.settings) as Settings
  const settings = channelSettingsOf(all, credentialsId)
  const condition = settings.startCondition
  const set = (key: keyof ChannelSettings, value: unknown, typing?: string) => {
    const change = changeOfSetting(all, connected, key, value)
    const field = setField(change.path, change.value)
    editing.run(t('Edit messaging'), field, typing && `${credentialsId} ${key} ${typing}`)
  }
  const setCondition = (next: StartCondition | undefined, typing?: string) => set('startCondition', next, typing)
  return (
    <section className="card">
      <div>
        <h2>{t('When a chat begins')}</h2>
        <p className="soft">{t('Changes here are part of the draft and apply once you publish it.')}</p>
      </div>
      <ReadOnlyFields>
        <Select
          label={t('It answers')}
          value={isConditional(condition) ? 'some' : 'all'}
          choices={[
            ['all', t('every first message')],
            ['some', t('first messages that match')],
          ]}
          onChange={(next) =>
            setCondition(
              next === 'all' ? undefined : { comparisons: [{ id: newId(), comparisonOperator: 'Contains' }] },
            )
          }
        />
        {condition && isConditional(condition) && <StartConditionForm condition={condition} onChange={setCondition} />}
        <NumberField
          label={t('Hours without a message until a chat ends')}
          value={settings.sessionExpiryTimeout}
          min={0.01}
          max={48}
          placeholder="4"
          onChange={(hours) => set('sessionExpiryTimeout', hours, 'hours')}
        />
        <NumberField
          label={t('Seconds in which several messages are one reply')}
          value={settings.quietSeconds}
          min={0}
          max={10}
          placeholder="1"
          onChange={(seconds) => set('quietSeconds', seconds, 'seconds')}
        />
        <p className="soft">
          {t(
            'The bot waits that long after each text. A pressed button or a file ends the wait, and 0 answers each message.',
          )}
        </p>
        {list && (
          <>
            <Field id={listId} label={t('Label of the button that opens a list')}>
              <input
                id={listId}
                className="text"
                maxLength={list.button.max}
                value={settings.listButton ?? ''}
                onChange={({ target }) => set('listButton', target.value || undefined, 'list')}
              />
            </Field>
            <p className="soft">
              {t(
                'With a label, four to ten answers are shown in a list. Without one, they are buttons in several messages.',
              )}
            </p>
          </>
        )}
        <IdleFields isOfChannel idle={settings.idle} onChange={(idle, typing) => set('idle', idle, typing)} />
      </ReadOnlyFields>
      {answering.length > 0 && <AnsweringList answering={answering} />}
    </section>
  )
}
