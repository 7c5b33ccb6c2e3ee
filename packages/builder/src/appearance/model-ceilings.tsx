import type { Ceilings, MaskedKind } from '@colloquy/flow'
import { useQuery } from '@tanstack/react-query'
import { costText, tokensText } from '../design/spent-text.js'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { NumberField, SwitchField } from '../forms/fields/small-fields.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { BlockSpending } from './block-spending.js'

const maskedLabels: Readonly<Record<MaskedKind, string>> = {
  email: t('Email addresses'),
  phone: t('Phone numbers'),
  iban: t('IBANs'),
  card: t('Card numbers'),
  ip: t('IP addresses'),
}
const maskedKinds = Object.keys(maskedLabels) as MaskedKind[]

/** Limits on the usage of language models by a bot, beside the current usage. */
export function ModelCeilings() {
  const { bot, editing } = useBotEditor()
  const ceilings: Ceilings = useDocument(({ settings }) => settings.ai?.ceilings) ?? {}
  const masking = useDocument(({ settings }) => settings.ai?.masking) ?? {}
  const { data } = useQuery({
    queryKey: ['model-spending', bot.id],
    queryFn: () => api.getModelSpending({ botId: bot.id }),
    retry: false,
  })
  const currency = data?.currency ?? undefined
  const field = (key: keyof Ceilings, label: string, min: number) => (
    <NumberField
      label={label}
      value={ceilings[key]}
      min={min}
      placeholder={t('No ceiling')}
      onChange={(value) =>
        editing.run(
          t('Edit settings'),
          setField(['settings', 'ai', 'ceilings', key], value),
          `settings ai ceilings ${key}`,
        )
      }
    />
  )
  return (
    <section className="card">
      <div>
        <h2>{t('Language models')}</h2>
        <p className="soft">
          {t(
            'Limits for AI blocks of this bot. A call that could exceed a limit is not made, and its block takes the exit "Over budget". Days and months are in UTC.',
          )}
        </p>
      </div>
      {field('sessionTokens', t('Tokens per conversation'), 1)}
      {field('dayTokens', t('Tokens per day'), 1)}
      {field('monthCost', currency ? t('Cost per month ({currency})', { currency }) : t('Cost per month'), 0)}
      {data && currency === undefined && ceilings.monthCost !== undefined && (
        <p className="soft">{t('The operator of this server has not set prices for models, so costs are 0.')}</p>
      )}
      {data && (
        <dl className="figures">
          <div>
            <dt>{t('Tokens today')}</dt>
            <dd className="figure">{tokensText(data.today)}</dd>
            {currency && <dd className="faint">{costText(data.today.cost, currency)}</dd>}
          </div>
          <div>
            <dt>{t('Tokens this month')}</dt>
            <dd className="figure">{tokensText(data.month)}</dd>
            {currency && <dd className="faint">{costText(data.month.cost, currency)}</dd>}
          </div>
        </dl>
      )}
      {data && data.blocks.length > 0 && <BlockSpending spending={data} />}
      <div>
        <h3>{t('Replace before sending')}</h3>
        <p className="soft">
          {t(
            'Labels such as [email-1] stand for these in everything that is sent to a model, and for values of private variables. Answers get the values back.',
          )}
        </p>
      </div>
      {maskedKinds.map((kind) => (
        <SwitchField
          key={kind}
          label={maskedLabels[kind]}
          value={masking[kind]}
          onChange={(isMasked) =>
            editing.run(t('Edit settings'), setField(['settings', 'ai', 'masking', kind], isMasked || undefined))
          }
        />
      ))}
    </section>
  )
}
