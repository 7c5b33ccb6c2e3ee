import { useNames } from '../canvas/use-names.js'
import { entryOf, tone } from '../catalogue/block-catalogue.js'
import { itemSummary, summaryOf } from '../catalogue/summary.js'
import { itemsOf } from '../document/bot-document.js'
import { exitKey } from '../document/exits.js'
import { useDocument, useStudio, useView } from './studio.js'
import './outline-panel.css'

/** The flow as a list: the same groups and blocks as on the canvas, with where each way leads. */
export default function OutlinePanel() {
  const { show } = useStudio()
  const names = useNames()
  const document = useDocument((it) => it)
  const nodeIds = useView((it) => it.nodeIds)
  const blockId = useView((it) => it.blockId)
  const titles = new Map(document.groups.map(({ id, title }) => [id, title]))
  const leads = new Map(document.edges.map(({ from, to }) => [exitKey(from), titles.get(to.groupId)]))
  return (
    <ol className="side-body outline">
      {document.groups.map((group) => (
        <li key={group.id}>
          <button
            type="button"
            className="outline-group"
            aria-pressed={nodeIds.has(group.id)}
            onClick={() => show({ nodeId: group.id })}
          >
            {group.title || 'Untitled'}
          </button>
          <ol>
            {group.blocks.map((block) => {
              const entry = entryOf(block)
              const to = leads.get(block.id)
              return (
                <li key={block.id}>
                  <button
                    type="button"
                    className="outline-block"
                    aria-pressed={blockId === block.id}
                    onClick={() => show({ nodeId: group.id, blockId: block.id })}
                  >
                    <entry.icon size={14} color={`var(--${tone(entry.section)})`} aria-hidden />
                    <span className="cut grow">{summaryOf(block, names) || entry.label}</span>
                    {to && <span className="faint cut">→ {to}</span>}
                  </button>
                  {itemsOf(block).map((item) => (
                    <p key={item.id} className="outline-item cut">
                      {itemSummary(block, item, names) || 'Not set'}
                      {leads.get(`${block.id}/${item.id}`) && (
                        <span className="faint"> → {leads.get(`${block.id}/${item.id}`)}</span>
                      )}
                    </p>
                  ))}
                </li>
              )
            })}
          </ol>
        </li>
      ))}
      {document.groups.length === 0 && <li className="soft">There are no groups yet. Press / to add a block.</li>}
    </ol>
  )
}
