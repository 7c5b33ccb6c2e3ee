import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { t } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { setupKey } from './saved-filters.js'

/** Names of the bots, people, teams and channels of the inbox, and the saved filters of the user. */
export function useSetup(workspaceId: string) {
  const { data } = useQuery({
    queryKey: setupKey(workspaceId),
    queryFn: () => api.getInboxSetup({ workspaceId }),
  })
  return useMemo(() => {
    const { bots, people: members, teams, filters: saved, channels: listed } = data ?? nobody
    const channels = [['web', t('Web pages')] as const, ...listed.map(({ type, label }) => [type, label] as const)]
    const names = new Map([...[...bots, ...members, ...teams].map(({ id, name }) => [id, name] as const), ...channels])
    return { names, members, teams, saved, channels, bots: bots.map(({ id, name }) => [id, name] as const) }
  }, [data])
}

const nobody: Answer<'getInboxSetup'> = { bots: [], people: [], teams: [], channels: [], filters: [] }
