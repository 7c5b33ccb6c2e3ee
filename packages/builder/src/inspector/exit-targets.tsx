import type { Edge } from '@colloquy/flow'
import { type Exit, exitKey } from '@colloquy/flow/operations'
import { ArrowRight, X } from 'lucide-react'
import { openTargetPicker } from '../canvas/palette/target-picker-state.js'
import { disconnect } from '../document/commands/disconnect.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

interface ExitTargetsProps {
  ways: readonly { exit: Exit; name: string }[]
}

/** Shows where each exit leads, and lets it be changed without a mouse. */
export function ExitTargets({ ways }: ExitTargetsProps) {
  if (ways.length === 0) return null
  return (
    <fieldset className="part ways-out">
      <legend>{ways.length === 1 ? t('Next step') : t('Next steps')}</legend>
      {ways.map(({ exit, name }) => (
        <Way key={exitKey(exit)} exit={exit} name={name} isAlone={ways.length === 1} />
      ))}
    </fieldset>
  )
}

function Way({ exit, name, isAlone }: { exit: Exit; name: string; isAlone: boolean }) {
  const { editing, isReadOnly, show } = useBotEditor()
  const key = exitKey(exit)
  const edge = useDocument((document) => document.edges.find(({ from }) => exitKey(from) === key))
  const target = useDocument(({ groups }) => edge && targetName(groups, edge))
  return (
    <div className="row">
      {!isAlone && <span className="grow cut way-name">{name || t('Not set')}</span>}
      <button
        type="button"
        disabled={isReadOnly && !edge}
        className={isAlone ? 'button small grow' : 'button small way-target'}
        aria-label={
          isReadOnly
            ? target
              ? t('{name} leads to {target}: show it', { name, target })
              : t('{name} leads nowhere', { name })
            : target
              ? t('{name} leads to {target}: change', { name, target })
              : t('Connect {name}', { name })
        }
        onClick={() => (isReadOnly ? edge && show({ nodeId: edge.to.groupId }) : openTargetPicker(exit, name))}
      >
        <ArrowRight size={13} aria-hidden />
        <span className="cut">{target ?? (isReadOnly ? t('Nowhere') : t('Connect…'))}</span>
      </button>
      {edge && !isReadOnly && (
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={t('Disconnect {name}', { name })}
          onClick={() => editing.run(t('Remove edge'), disconnect([edge.id]))}
        >
          <X size={13} />
        </button>
      )}
    </div>
  )
}

function targetName(groups: readonly { id: string; title: string }[], { to }: Edge): string {
  const group = groups.find(({ id }) => id === to.groupId)
  if (!group) return t('a missing group')
  return to.blockId === undefined
    ? group.title || t('Untitled')
    : t('the middle of {title}', { title: group.title || t('Untitled') })
}
