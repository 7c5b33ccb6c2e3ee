import { findBlock } from '@colloquy/flow/operations'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { entryOf } from '../catalogue/block-catalogue.js'
import { useStore } from '../design/store.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { useMembership } from '../editor/use-membership.js'
import { t } from '../i18n/i18n.js'
import { type Failure, failuresIn } from './failures.js'
import type { PreviewRun } from './preview-run.js'
import './preview.css'

/** Lines that fit beside the chat; the log has all. */
const maxLines = 2

/** Shows the author below the conversation which blocks did not run, leads to their forms, and marks them on the canvas. */
export function FailureLines({ run }: { run: PreviewRun }) {
  const { view } = useBotEditor()
  const logs = useStore(run.state, (state) => state.logs)
  const failures = useMemo(() => failuresIn(logs), [logs])
  useEffect(() => {
    view.set({ failedBlockIds: new Set(failures.map(({ blockId }) => blockId)) })
    return () => view.set({ failedBlockIds: new Set() })
  }, [failures, view])
  return (
    <div role="status">
      {failures.slice(-maxLines).map((failure) => (
        <Line key={failure.blockId} failure={failure} />
      ))}
    </div>
  )
}

function Line({ failure: { blockId, cause, reason } }: { failure: Failure }) {
  const editor = useBotEditor()
  const { isMember } = useMembership()
  const found = useDocument((document) => findBlock(document, blockId)?.block)
  if (!found) return null
  const canAdd = cause === 'missing-credentials' && isMember && !editor.isReadOnly
  const open = () => {
    const nodeId = findBlock(editor.editing.document, blockId)?.group.id
    if (nodeId === undefined) return
    editor.show({ nodeId, blockId })
    editor.view.set(canAdd ? { accountWantedBy: blockId } : { isFormWanted: true })
  }
  return (
    <p className="notice danger preview-note failure">
      <TriangleAlert size={14} aria-hidden />
      <span className="grow">{t('{label} did not run: {reason}.', { label: entryOf(found).label, reason })}</span>
      <button type="button" className="button small" onClick={open}>
        {canAdd ? t('Add account…') : t('Show it')}
      </button>
    </p>
  )
}
