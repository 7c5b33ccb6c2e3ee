import { useInternalNode, ViewportPortal } from '@xyflow/react'
import { useStore } from '../../design/store.js'
import { useBotEditor } from '../bot-editor.js'
import { Cursors } from './cursors.js'
import { nameOf, type Person } from './presence.js'
import './people.css'

/**
 * Marks of other people on the canvas: their cursors, and outlines with their names around the groups they work in. Visual only; the header
 * announces the same to screen readers.
 */
export default function PresenceMarks() {
  const { presence } = useBotEditor()
  const people = useStore(presence.people, (it) => it.people)
  const byGroup = new Map<string, Person[]>()
  for (const person of people) {
    if (person.groupId !== null) byGroup.set(person.groupId, [...(byGroup.get(person.groupId) ?? []), person])
  }
  return (
    <ViewportPortal>
      {[...byGroup].map(([groupId, here]) => (
        <Mark key={groupId} groupId={groupId} people={here} />
      ))}
      <Cursors people={people} />
    </ViewportPortal>
  )
}

function Mark({ groupId, people }: { groupId: string; people: readonly Person[] }) {
  const node = useInternalNode(groupId)
  if (!node) return null
  const { x, y } = node.internals.positionAbsolute
  const width = node.measured.width ?? node.width ?? 0
  const height = node.measured.height ?? node.height ?? 0
  const [first] = people
  return (
    <div
      className="presence-mark"
      data-colour={first?.colour}
      aria-hidden="true"
      style={{ transform: `translate(${x}px, ${y}px)`, width, height }}
    >
      <span className="presence-name">{people.map(nameOf).join(', ')}</span>
    </div>
  )
}
