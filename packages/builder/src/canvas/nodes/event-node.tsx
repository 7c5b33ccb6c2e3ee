import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { useDocument } from '../../editor/bot-editor.js'
import type { EventNode as EventNodeType } from '../graph.js'
import { eventPresentation } from './event-presentation.js'
import { usedExits } from './used-exits.js'

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
