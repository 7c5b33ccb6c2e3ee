import type { Problem } from '@colloquy/flow'
import type { BotDocument } from '@colloquy/flow/operations'
import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '../design/store.js'
import { useBotEditor, useDocument } from './bot-editor.js'

interface Found {
  problems: readonly Problem[]
  /** The draft that was checked; undefined before the first check. */
  document: BotDocument | undefined
}

const unchecked: Found = { problems: [], document: undefined }
const found = createStore<Found & { botId: string | undefined }>({ ...unchecked, botId: undefined })
let timer: ReturnType<typeof setTimeout> | undefined

/** Problems of the flow, looked for again a moment after each edit, and when somebody comes back to the page. */
export function useProblems(): Found {
  const { bot, can } = useBotEditor()
  const document = useDocument((it) => it)
  useEffect(() => {
    // Problems are nothing for guests, who may not ask what there is in the workspace.
    if (!can('bot.read')) return
    const look = (isFresh: boolean) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const mine = timer
        import('./lint.js')
          .then(({ lint }) => lint(bot.id, document, { isFresh }))
          // Of a draft that was edited meanwhile, nobody wants to know.
          .then((problems) => timer === mine && found.set({ problems, document, botId: bot.id }))
          .catch(() => undefined)
      }, 600)
    }
    const comeBack = () => window.document.visibilityState === 'visible' && look(true)
    if (found.get().document !== document) look(false)
    window.addEventListener('focus', comeBack)
    window.document.addEventListener('visibilitychange', comeBack)
    return () => {
      window.removeEventListener('focus', comeBack)
      window.document.removeEventListener('visibilitychange', comeBack)
    }
  }, [bot.id, can, document])
  const last = useSyncExternalStore(found.subscribe, found.get)
  return last.botId === bot.id ? last : unchecked
}
