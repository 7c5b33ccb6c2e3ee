import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { type Answer, api } from '../service/api.js'

export type BotCardContent = Answer<'listBotCards'>['cards'][number]

const maxAtOnce = 24
const gatheredWithinMs = 20

interface Waiting {
  workspaceId: string
  botId: string
  resolve(card: BotCardContent | null): void
  reject(error: unknown): void
}

let waiting: Waiting[] = []

/** The content of a bot's card, loaded shortly before the card comes into view. Null when the bot is gone. */
export function useBotCard(workspaceId: string, botId: string, card: RefObject<Element | null>) {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = card.current
    if (!element) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((it) => it.isIntersecting)) return
        setSeen(true)
        watch.disconnect()
      },
      { rootMargin: '300px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [card])
  const { data } = useQuery({
    queryKey: ['bot-card', workspaceId, botId],
    queryFn: () => loadCard(workspaceId, botId),
    enabled: isSeen,
    retry: false,
  })
  return data
}

/** Cards requested within a moment are loaded with one request. */
function loadCard(workspaceId: string, botId: string): Promise<BotCardContent | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(() => loadWaiting(), gatheredWithinMs)
    waiting.push({ workspaceId, botId, resolve, reject })
  })
}

function loadWaiting(): void {
  const all = waiting
  waiting = []
  for (const id of new Set(all.map(({ workspaceId }) => workspaceId))) {
    const wanted = all.filter(({ workspaceId }) => workspaceId === id)
    for (let at = 0; at < wanted.length; at += maxAtOnce) void loadTogether(wanted.slice(at, at + maxAtOnce))
  }
}

async function loadTogether(wanted: readonly Waiting[]): Promise<void> {
  try {
    const botIds = wanted.map(({ botId }) => botId).join(',')
    const { workspaceId } = wanted[0]!
    const { cards } = await api.listBotCards({ workspaceId, botIds })
    const byId = new Map(cards.map((card) => [card.botId, card]))
    for (const { botId, resolve } of wanted) resolve(byId.get(botId) ?? null)
  } catch (error) {
    for (const { reject } of wanted) reject(error)
  }
}
