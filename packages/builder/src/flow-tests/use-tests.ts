import type { FlowTest } from '@colloquy/prove'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useBotEditor } from '../editor/bot-editor.js'
import { api } from '../service/api.js'

export interface StoredTest {
  id: string
  test: FlowTest
  /** The time of this version. */
  updatedAt: string
}

/** The tests of the bot; undefined until they are there. Only those who may edit the bot get them. */
export function useTests(): readonly StoredTest[] | undefined {
  const { bot, isReadOnly } = useBotEditor()
  return useQuery({
    queryKey: ['tests', bot.id],
    queryFn: async () => (await api.listTests({ botId: bot.id })).tests as unknown[] as StoredTest[],
    enabled: !isReadOnly,
  }).data
}

/** Has the tests be fetched again. */
export function useReloadTests(): () => Promise<void> {
  const queries = useQueryClient()
  const { bot } = useBotEditor()
  return () => queries.invalidateQueries({ queryKey: ['tests', bot.id] })
}
