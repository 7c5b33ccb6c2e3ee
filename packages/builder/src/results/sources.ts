import type { deviceNames, sourceNames } from '@colloquy/flow'
import { useQuery } from '@tanstack/react-query'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'

const names: Readonly<Record<keyof typeof sourceNames | 'unknown', string>> = {
  page: t('Chat page'),
  whatsapp: 'WhatsApp',
  api: 'API',
  bot: t('Another bot'),
  unknown: t('Unknown'),
}

const devices: Readonly<Record<keyof typeof deviceNames | 'unknown', string>> = {
  phone: t('Phone'),
  tablet: t('Tablet'),
  computer: t('Computer'),
  unknown: t('Unknown'),
}

/** Label of a source: the host of a page, a campaign, or a channel. */
export function sourceName(source: string): string {
  if (Object.hasOwn(names, source)) return names[source as keyof typeof names]
  if (source.startsWith('utm:')) return t('Campaign {name}', { name: source.slice(4) })
  return source.replace(/^web:/, '')
}

export const deviceName = (device: string): string =>
  Object.hasOwn(devices, device) ? devices[device as keyof typeof devices] : device

/** Sources or devices of the open bot's results, most views first. */
export function useVisits(by: 'source' | 'device'): readonly string[] {
  const { bot } = useBotEditor()
  const { data } = useQuery({
    queryKey: ['figures', bot.id, 'getSegments', by, 'all'],
    queryFn: () => api.getSegments({ botId: bot.id, by, timeFilter: 'allTime' }),
    staleTime: 60_000,
  })
  return data?.segments.map(({ value }) => value ?? 'unknown') ?? none
}

const none: readonly string[] = []
