import type { Problem } from '@colloquy/flow'
import { findBlock } from '@colloquy/flow/operations'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { entryOf } from '../catalogue/block-catalogue.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useProblems } from '../editor/use-problems.js'
import { t } from '../i18n/i18n.js'
import { quickFixOf } from './quick-fixes.js'
import './problems-panel.css'

const looks = {
  error: { icon: CircleAlert, color: 'var(--danger)', label: t('Error') },
  warning: { icon: TriangleAlert, color: 'var(--warning)', label: t('Warning') },
  info: { icon: Info, color: 'var(--text-faint)', label: t('Note') },
} as const

/** Errors and probable mistakes in the flow; each links to its place. */
export default function ProblemsPanel() {
  const editor = useBotEditor()
  const { editing, show, select } = editor
  const { problems, document } = useProblems()
  const go = ({ location }: Problem) => {
    const groupId = location.groupId ?? (location.blockId && findBlock(editing.document, location.blockId)?.group.id)
    if (groupId) show({ nodeId: groupId, ...(location.blockId && { blockId: location.blockId }) })
    else if (location.eventId) show({ nodeId: location.eventId })
    else if (location.edgeId) select({ edgeIds: new Set([location.edgeId]) })
  }
  const locationOf = ({ location }: Problem) => {
    const found = location.blockId === undefined ? undefined : findBlock(editing.document, location.blockId)
    return found && t('{label} in {group}', { label: entryOf(found.block).label, group: found.group.title })
  }
  if (!document) return <p className="empty">{t('Checking…')}</p>
  if (problems.length === 0) {
    return (
      <div className="empty">
        <CircleCheck size={28} />
        <p>{t('No problems found in this flow.')}</p>
      </div>
    )
  }
  return (
    <ul className="side-body problems">
      {problems.map((problem, index) => {
        const { icon: Icon, color, label } = looks[problem.severity]
        const fix = quickFixOf(problem)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: problems have no ids, and the whole list is rebuilt at once
          <li key={index} className="problem-line">
            <button type="button" className="problem" title={t('Show me')} onClick={() => go(problem)}>
              <Icon size={15} color={color} aria-label={label} />
              <span>
                {problem.message}
                {locationOf(problem) && <span className="problem-place">{locationOf(problem)}</span>}
              </span>
            </button>
            {fix && !editor.isReadOnly && (
              <button
                type="button"
                className="button small"
                onClick={() => [fix.isInForm && go(problem), fix.run(editor)]}
              >
                {fix.label}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
