import type { ResultsTablePreferences, ResultsView } from '@colloquy/flow'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { showError } from '../design/toasts.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { api } from '../service/api.js'
import { arrange, type Column, columnsOf } from './columns.js'
import type { Result } from './result.js'

const noPreferences: ResultsTablePreferences = { columnsOrder: [], columnsVisibility: {}, columnsWidth: {} }

/** Milliseconds from the last change to its saving. */
const pause = 700

/**
 * The columns of the open bot's table, and how they are changed. The bot keeps what was chosen, for everybody;
 * who may look and nothing else has columns of their own until the bot is closed.
 */
export function useColumns(rows: readonly Result[], origins: readonly Column[]) {
  const { bot, isReadOnly } = useBotEditor()
  const queries = useQueryClient()
  const groups = useDocument((document) => document.groups)
  const variables = useDocument((document) => document.variables)
  const [preferences, setPreferences] = useState<ResultsTablePreferences>(() => ({
    ...noPreferences,
    ...bot.resultsTablePreferences,
  }))
  const unsaved = useRef<ResultsTablePreferences>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useRef(() => {
    const resultsTablePreferences = unsaved.current
    if (!resultsTablePreferences) return
    unsaved.current = undefined
    bot.resultsTablePreferences = resultsTablePreferences
    if (isReadOnly) return
    api
      .updateBot({ botId: bot.id, bot: { resultsTablePreferences } })
      .then(() => queries.invalidateQueries({ queryKey: ['bot', bot.id] }), showError)
  })
  useEffect(() => save.current, [])
  const change = (part: Partial<ResultsTablePreferences>) => {
    const next = { ...preferences, ...part }
    setPreferences(next)
    unsaved.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(save.current, pause)
  }
  const all = useMemo(() => [...origins, ...columnsOf(groups, variables)], [groups, variables, origins])
  const { shown, hidden } = useMemo(() => arrange(all, preferences, rows), [all, preferences, rows])
  return {
    all,
    shown,
    hidden,
    views: preferences.views ?? [],
    setViews: (views: ResultsView[]) => change({ views }),
    resize: (id: string, width: number) => change({ columnsWidth: { ...preferences.columnsWidth, [id]: width } }),
    show: (id: string, isShown: boolean) =>
      change({ columnsVisibility: { ...preferences.columnsVisibility, [id]: isShown } }),
    /** Puts a shown column elsewhere among those that are shown. */
    move(id: string, to: number) {
      const others = shown.map((column) => column.id).filter((other) => other !== id)
      change({ columnsOrder: [...others.toSpliced(to, 0, id), ...hidden.map((column) => column.id)] })
    },
  }
}
