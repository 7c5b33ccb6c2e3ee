import { findBlock } from '@colloquy/flow/operations'
import { entryOf } from '../catalogue/block-catalogue.js'
import { useBotEditor } from '../editor/bot-editor.js'
import type { LogLine } from '../editor/run-state.js'
import { t } from '../i18n/i18n.js'
import './preview.css'

/** Logs of blocks, oldest first. Each line leads to its block. */
export function LogList({ logs }: { logs: readonly LogLine[] }) {
  const { editing, show } = useBotEditor()
  if (logs.length === 0) return <p className="faint preview-empty">{t('Nothing has been logged.')}</p>
  return (
    <ul className="preview-logs">
      {logs.map((log, index) => {
        const found = log.context === undefined ? undefined : findBlock(editing.document, log.context)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: logs are only ever appended
          <li key={index}>
            <span className={toneOf(log)}>{log.status ?? t('info')}</span> {log.description}
            {found && (
              <button
                type="button"
                className="link"
                onClick={() => show({ nodeId: found.group.id, blockId: found.block.id })}
              >
                {t('{label} in {title}', {
                  label: entryOf(found.block).label,
                  title: found.group.title || t('Untitled'),
                })}
              </button>
            )}
            {log.details && <pre>{log.details}</pre>}
          </li>
        )
      })}
    </ul>
  )
}

const toneOf = ({ status }: LogLine) => (status === 'error' ? 'tag danger' : status === 'success' ? 'tag good' : 'tag')
