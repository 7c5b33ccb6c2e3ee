import { Handle, type NodeProps, Position } from '@xyflow/react'
import { Flag, MessageCircleReply, MessageCircleWarning, SquareTerminal } from 'lucide-react'
import { memo } from 'react'
import { useDocument } from '../../editor/bot-editor.js'
import { t } from '../../i18n/i18n.js'
import type { EventNode as EventNodeType } from '../graph.js'
import { usedExits } from './used-exits.js'
import '../../catalogue/block-icon.css'
import './nodes.css'

export const eventPresentation = {
  start: { label: t('Start'), icon: Flag },
  command: { label: t('Command'), icon: SquareTerminal },
  reply: { label: t('Any reply'), icon: MessageCircleReply },
  invalidReply: { label: t('Invalid reply'), icon: MessageCircleWarning },
} as const

/** The start of a conversation, or of a branch that an event triggers. */
export const EventNode = memo(({ data: { event } }: NodeProps<EventNodeType>) => {
  const { label, icon: Icon } = eventPresentation[event.type]
  const isUsed = useDocument((document) => usedExits(document.edges).has(event.id))
  const command = event.type === 'command' ? event.options?.command : undefined
  return (
    <div className="event">
      <span className="block-icon">
        <Icon size={14} aria-hidden />
      </span>
      <span className="cut">{command ? `/${command}` : label}</span>
      <Handle
        type="source"
        id={event.id}
        position={Position.Right}
        className={isUsed ? 'port out used' : 'port out'}
        style={{ top: 22 }}
      />
    </div>
  )
})
