import { isNote } from '../document/is-note.js'
import { FlowMap } from '../flow-map/flow-map.js'
import { t } from '../i18n/i18n.js'
import { leavingByGroup, leavingNote, toneOf } from './leaving.js'
import type { ShownFlow } from './metrics.js'

interface DropOffMapProps {
  blocks: readonly { groupId: string | null; answered: number; left: number }[]
  flow: ShownFlow
}

/** A map of the flow with the groups after which visitors left. */
export default function DropOffMap({ blocks, flow }: DropOffMapProps) {
  const byGroup = leavingByGroup(blocks, ({ groupId }) => groupId)
  return (
    <FlowMap
      label={t('Drop-off on the canvas')}
      groups={flow.groups.filter((group) => !isNote(group))}
      edges={flow.edges}
      lookOf={({ id }) => {
        const sum = byGroup.get(id)
        if (!sum) return { tone: 'faint', note: t('no answers') }
        return { tone: toneOf(sum), note: leavingNote(sum) }
      }}
    />
  )
}
