import { Link } from 'wouter'
import { entryOf } from '../catalogue/block-catalogue.js'
import { costText, tokensText } from '../design/spent-text.js'
import { Table } from '../design/table.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { locale, t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

/** Usage of language models this month by block of a bot, most tokens first. */
export function BlockSpending({ spending: { blocks, currency } }: { spending: Answer<'getModelSpending'> }) {
  const groups = useDocument((document) => document.groups)
  const { bot } = useBotEditor()
  const nameOf = (blockId: string) => {
    if (blockId === '') return t('Before costs were known by block')
    for (const { id, title, blocks } of groups) {
      const block = blocks.find((one) => one.id === blockId)
      if (!block) continue
      const name = `${title || t('Untitled')} · ${entryOf(block).label}`
      return <Link href={`/bots/${bot.id}#/${id}/${blockId}`}>{name}</Link>
    }
    return t('Deleted block, or block of a linked bot')
  }
  return (
    <Table
      isNumeric
      caption={t('Language models by block, this month')}
      head={
        <>
          <th scope="col" className="name">
            {t('Block')}
          </th>
          <th scope="col" className="name">
            {t('Model')}
          </th>
          <th scope="col">{t('Calls')}</th>
          <th scope="col">{t('Tokens')}</th>
          {currency && <th scope="col">{t('Cost')}</th>}
        </>
      }
    >
      {blocks.map((row) => (
        <tr key={`${row.blockId} ${row.provider} ${row.model}`}>
          <td className="name">{nameOf(row.blockId)}</td>
          <td className="name">{row.model}</td>
          <td>{row.calls.toLocaleString(locale)}</td>
          <td>{tokensText(row)}</td>
          {currency && <td>{costText(row.cost, currency)}</td>}
        </tr>
      ))}
    </Table>
  )
}
