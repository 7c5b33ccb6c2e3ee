import type { Block } from '@colloquy/flow'
import { asksModel } from '@colloquy/flow/blocks'
import { useQuery } from '@tanstack/react-query'
import { costText, tokensText } from '../design/spent-text.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

/** Usage of language models by a block this month, across all of its models. */
export function SpentByBlock({ block }: { block: Block }) {
  const { bot } = useBotEditor()
  const { data } = useQuery({
    queryKey: ['model-spending', bot.id],
    queryFn: () => api.getModelSpending({ botId: bot.id }),
    enabled: asksModel(block),
    retry: false,
  })
  const rows = data?.blocks.filter(({ blockId }) => blockId === block.id) ?? []
  if (!data || rows.length === 0) return null
  const sum = (key: 'inputTokens' | 'outputTokens' | 'cost') => rows.reduce((total, row) => total + row[key], 0)
  const tokens = tokensText({ inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') })
  return (
    <p className="faint">
      {data.currency === null
        ? t('This month: {tokens} tokens', { tokens })
        : t('This month: {tokens} tokens, {cost}', { tokens, cost: costText(sum('cost'), data.currency) })}
    </p>
  )
}
