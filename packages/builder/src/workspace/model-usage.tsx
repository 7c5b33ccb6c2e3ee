import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { costText, tokensText } from '../design/spent-text.js'
import { Table } from '../design/table.js'
import { locale, t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

/** Usage of language models in a workspace this month: in total, by bot and by model. */
export function ModelUsage({ workspaceId }: { workspaceId: string }) {
  const { data, error } = useQuery({
    queryKey: ['model-spending', workspaceId],
    queryFn: () => api.listModelSpending({ workspaceId }),
  })
  if (error) return <p className="notice danger">{error.message}</p>
  if (!data) return null
  const { today, month, ceilings, spending } = data
  const currency = data.currency ?? undefined
  return (
    <>
      <h2>{t('Language models')}</h2>
      <dl className="figures">
        <div className="card">
          <dt>{t('Tokens today')}</dt>
          <dd className="figure">{tokensText(today)}</dd>
          {ceilings.dayTokens !== null && (
            <dd className="faint">{t('Of {max} a day (UTC).', { max: ceilings.dayTokens.toLocaleString(locale) })}</dd>
          )}
        </div>
        <div className="card">
          <dt>{t('Tokens this month')}</dt>
          <dd className="figure">{tokensText(month)}</dd>
        </div>
        {currency && (
          <div className="card">
            <dt>{t('Cost this month')}</dt>
            <dd className="figure">{costText(month.cost, currency)}</dd>
            {ceilings.monthCost !== null && (
              <dd className="faint">{t('Of {max} a month (UTC).', { max: costText(ceilings.monthCost, currency) })}</dd>
            )}
          </div>
        )}
      </dl>
      {spending.length === 0 ? (
        <p className="soft">{t('No bot has asked a language model this month.')}</p>
      ) : (
        <Table
          isNumeric
          head={
            <>
              <th scope="col">{t('Bot')}</th>
              <th scope="col" className="name">
                {t('Model')}
              </th>
              <th scope="col">{t('Calls')}</th>
              <th scope="col">{t('Tokens in')}</th>
              <th scope="col">{t('Tokens out')}</th>
              {currency && <th scope="col">{t('Cost')}</th>}
            </>
          }
        >
          {spending.map((row) => (
            <tr key={`${row.botId} ${row.provider} ${row.model}`}>
              <td className="name">
                {row.botId === '' ? (
                  <Link href={`/workspaces/${workspaceId}/settings/knowledge`}>{t('Knowledge')}</Link>
                ) : row.botName === null ? (
                  t('Deleted bot')
                ) : (
                  <Link href={`/bots/${row.botId}/settings`}>{row.botName}</Link>
                )}
              </td>
              <td className="name">{row.model}</td>
              <td>{row.calls.toLocaleString(locale)}</td>
              <td>{row.inputTokens.toLocaleString(locale)}</td>
              <td>{row.outputTokens.toLocaleString(locale)}</td>
              {currency && <td>{costText(row.cost, currency)}</td>}
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}
