import type { BlockType } from '@colloquy/flow'
import { LayoutTemplate, MessageSquare, Search, SquareCheck } from 'lucide-react'
import { useState } from 'react'
import { addSomewhere, pickBlockInNewGroup } from '../canvas/actions/add-actions.js'
import { restore } from '../document/restore.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { rich, t } from '../i18n/i18n.js'
import { TemplateDialog } from './template-dialog.js'
import './first-steps.css'

/** Ways to begin a flow, shown while the canvas has nothing but the start of the chat. */
export default function FirstSteps() {
  const editor = useBotEditor()
  const { editing, view } = editor
  const [isChoosing, setChoosing] = useState(false)
  const add = (type: BlockType) => {
    addSomewhere(editor, type, { x: 0, y: 0 })
    view.set({ isFormWanted: true })
  }
  return (
    <>
      <section className="first-steps" aria-labelledby="first-steps">
        <h2 id="first-steps">{t('How does the chat begin?')}</h2>
        <div className="row wrap actions">
          <button type="button" className="button" onClick={() => add('text')}>
            <MessageSquare size={14} /> {t('With a message')}
          </button>
          <button type="button" className="button" onClick={() => add('choice input')}>
            <SquareCheck size={14} /> {t('With answers to choose')}
          </button>
          <button type="button" className="button" onClick={() => pickBlockInNewGroup(editor, { x: 0, y: 0 })}>
            <Search size={14} /> {t('With another block…')}
          </button>
          <button type="button" className="button" onClick={() => setChoosing(true)}>
            <LayoutTemplate size={14} /> {t('From a template…')}
          </button>
        </div>
        <p className="faint keys-hint">
          {rich('Or drag a block in from the side, double-click anywhere, or press {kbd}.', { kbd: <kbd>/</kbd> })}{' '}
          <span className="together">{rich('All shortcuts: {kbd}', { kbd: <kbd>?</kbd> })}</span>
        </p>
      </section>
      {isChoosing && (
        <TemplateDialog
          onClose={() => setChoosing(false)}
          onChoose={({ name, bot }) => {
            editing.run(t('Use {name}', { name }), restore({ ...editing.document, ...bot } as typeof editing.document))
            setChoosing(false)
            view.set({ focus: { nodeId: editing.document.groups[0]!.id } })
          }}
        />
      )}
    </>
  )
}
