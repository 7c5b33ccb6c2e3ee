import { findBlock } from '@colloquy/flow/operations'
import { entryOf } from '../catalogue/block-catalogue.js'
import { keptInBrowser } from '../design/kept.js'
import { createStore, useStore } from '../design/store.js'
import { showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import type { BotEditor } from './bot-editor.js'

interface Breakpoints {
  /** Ids of blocks before which previews stop, by bot. */
  byBot: Readonly<Record<string, readonly string[]>>
  /** Previews ignore breakpoints as long as this page is open. */
  isOff: boolean
  /** The block of the open bot before which its preview has stopped. */
  stoppedAt: string | undefined
}

const key = 'colloquy-breakpoints'

/** The author's breakpoints: kept in this browser, shared by all its tabs, and not part of any flow. */
export const breakpoints = createStore<Breakpoints>({ byBot: kept(), isOff: false, stoppedAt: undefined })

window.addEventListener('storage', (event) => {
  if (event.key === key) breakpoints.set({ byBot: kept() })
})

/** Maximum number of breakpoints, of all bots, that are sent to a preview. */
const max = 500

/** Breakpoints to send to a preview of a bot: its own first, then those of bots that it may link to. */
export function wantedStops(botId: string): { botId: string; blockId: string }[] {
  const { byBot, isOff } = breakpoints.get()
  if (isOff) return []
  const { [botId]: own = [], ...others } = byBot
  const all = [[botId, own] as const, ...Object.entries(others)]
  return all.flatMap(([of, ids]) => ids.map((blockId) => ({ botId: of, blockId }))).slice(0, max)
}

const none: readonly string[] = []

export const useBreakpoints = (botId: string): readonly string[] =>
  useStore(breakpoints, (it) => it.byBot[botId] ?? none)

/** Sets or removes the breakpoint before a block, by default the selected one, and announces it. */
export function toggleBreakpoint({ bot, editing, view }: BotEditor, blockId = view.get().blockId): void {
  const block = blockId === undefined ? undefined : findBlock(editing.document, blockId)?.block
  if (!block) {
    showToast(t('Choose a block to set a breakpoint before it.'))
    return
  }
  const ids = breakpoints.get().byBot[bot.id] ?? none
  const isSet = ids.includes(block.id)
  keep(bot.id, isSet ? ids.filter((id) => id !== block.id) : [...ids, block.id])
  showToast(
    isSet
      ? t('The breakpoint before “{label}” is removed', { label: entryOf(block).label })
      : t('The breakpoint before “{label}” is set', { label: entryOf(block).label }),
  )
}

export function removeAllBreakpoints(botId: string): void {
  keep(botId, none)
  showToast(t('All breakpoints of this bot are removed'))
}

function keep(botId: string, ids: readonly string[]): void {
  const { [botId]: _, ...others } = kept()
  const byBot = ids.length > 0 ? { ...others, [botId]: ids } : others
  breakpoints.set({ byBot })
  keptInBrowser.set(key, JSON.stringify(byBot))
}

function kept(): Breakpoints['byBot'] {
  try {
    const found: unknown = JSON.parse(keptInBrowser.get(key) ?? '{}')
    return Object.fromEntries(
      Object.entries(found as object).filter(
        ([, ids]) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'),
      ),
    )
  } catch {
    return {}
  }
}
