import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { api } from './api.js'

interface ReplayDeliveriesProps extends Pick<ReturnType<typeof useAttempt>, 'attempt' | 'isBusy'> {
  workspaceId: string
  integration: string
}

const shownBy = ['integration-health', 'delivery-health', 'deliveries']

/** Sends everything again that could not be delivered to an integration. */
export function ReplayDeliveries({ workspaceId, integration, attempt, isBusy }: ReplayDeliveriesProps) {
  const queries = useQueryClient()
  const replay = () =>
    attempt(async () => {
      await api.replayDeliveries({ workspaceId, integration })
      await Promise.all(shownBy.map((key) => queries.invalidateQueries({ queryKey: [key, workspaceId] })))
    })
  return (
    <button type="button" className="button" disabled={isBusy} onClick={replay}>
      <RotateCw size={14} /> {t('Send failed ones again')}
    </button>
  )
}
