import type { Block } from '@colloquy/flow'
import { type BlockExit, blockExits, type ExitHelp, type ExitKind, exitHelps, exitTexts } from '@colloquy/flow/blocks'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { addExit, deleteExit } from '../document/commands/add-exit.js'
import { newId } from '../document/new-id.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t, translated } from '../i18n/i18n.js'

interface ExitListProps<Kind extends ExitKind> {
  block: Block
  /** Kinds that can be added. */
  kinds: readonly Kind[]
  helps: Readonly<Record<Kind, ExitHelp>>
  /** Fields of an exit. */
  fieldsOf?(exit: BlockExit): ReactNode
}

/** The exits that a block has, and those that can be added. */
export function ExitList<Kind extends ExitKind>({ block, kinds, helps, fieldsOf }: ExitListProps<Kind>) {
  const { editing } = useBotEditor()
  const exits = blockExits(block)
  const free = kinds.filter((kind) => exits.every(({ on }) => on !== kind))
  const helpOf = (on: ExitKind): ExitHelp => (on in helps ? helps[on as Kind] : exitHelps[on])
  return (
    <>
      {exits.map((exit) => (
        <div key={exit.id}>
          <div className="row">
            <div className="grow">
              <p>{translated(exitTexts[exit.on].label)}</p>
              <p className="faint">{translated(helpOf(exit.on).help)}</p>
            </div>
            <button
              type="button"
              className="button plain small icon-only"
              aria-label={t('Remove "{exit}"', { exit: translated(exitTexts[exit.on].label) })}
              onClick={() => editing.run(t('Remove exit'), deleteExit(block.id, exit.id))}
            >
              <X size={13} />
            </button>
          </div>
          {fieldsOf?.(exit)}
        </div>
      ))}
      {free.map((on) => (
        <button
          key={on}
          type="button"
          className="button small"
          onClick={() => editing.run(t('Add exit'), addExit(block.id, { id: newId(), on }))}
        >
          <Plus size={13} aria-hidden /> {translated(exitTexts[on].label)}
        </button>
      ))}
    </>
  )
}
