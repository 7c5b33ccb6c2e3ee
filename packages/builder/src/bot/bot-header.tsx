import { ArrowLeft, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { redo, undo } from '../canvas/actions/actions.js'
import { GoToAnything } from '../commands/go-to-anything.js'
import { onDemand, Part } from '../design/on-demand.js'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor, useDocument, useEditingState } from '../editor/bot-editor.js'
import { useBreadcrumbs } from '../editor/breadcrumbs.js'
import { WhenOthersPresent } from '../editor/presence/if-not-alone.js'
import { t } from '../i18n/i18n.js'
import { BotTabs } from './bot-tabs.js'
import { PreviewButton } from './header-buttons.js'
import { IconBox } from './icon-box.js'
import { PublishMenu } from './publish-menu.js'
import { SignedInMenu } from './signed-in-menu.js'

const SavingSign = onDemand(() => import('./saving-sign.js'))
const Breadcrumbs = onDemand(() => import('./breadcrumbs.js'), { isSoon: true })

/** The bar above all pages of a bot that one may change. */
export function BotHeader({ page }: { page: string }) {
  const editor = useBotEditor()
  const { bot } = editor
  const breadcrumbs = useBreadcrumbs()
  const undoable = useEditingState((state) => state.undoable.at(-1)?.label)
  const redoable = useEditingState((state) => state.redoable.at(-1)?.label)
  return (
    <header className="bot-bar">
      <Link href={`/workspaces/${bot.workspaceId}`} className="button plain icon-only" aria-label={t('To all bots')}>
        <ArrowLeft size={16} />
      </Link>
      {breadcrumbs.length > 0 && (
        <Part>
          <Breadcrumbs breadcrumbs={breadcrumbs} />
        </Part>
      )}
      <IconBox />
      <BotName />
      <Part waiting={<span className="saving" />}>
        <SavingSign />
      </Part>
      <BotTabs botId={bot.id} page={page} />
      <WhenOthersPresent show="faces" />
      <GoToAnything />
      <button
        type="button"
        className="button plain icon-only step"
        aria-label={undoable ? t('Undo: {undoable}', { undoable }) : t('Undo')}
        title={undoable ? t('Undo: {undoable}', { undoable }) : t('Nothing to undo')}
        disabled={!undoable}
        onClick={() => undo(editor)}
      >
        <Undo2 size={16} />
      </button>
      <button
        type="button"
        className="button plain icon-only step"
        aria-label={redoable ? t('Redo: {redoable}', { redoable }) : t('Redo')}
        title={redoable ? t('Redo: {redoable}', { redoable }) : t('Nothing to redo')}
        disabled={!redoable}
        onClick={() => redo(editor)}
      >
        <Redo2 size={16} />
      </button>
      <PreviewButton page={page} />
      {editor.can('bot.publish') && <PublishMenu />}
      <SignedInMenu />
    </header>
  )
}

function BotName() {
  const { editing } = useBotEditor()
  const name = useDocument((document) => document.name)
  const [draft, setDraft] = useState(name)
  useEffect(() => setDraft(name), [name])
  const commit = () => {
    if (draft.trim() === '') setDraft(name)
    else editing.run(t('Rename bot'), setField(['name'], draft.trim()))
  }
  return (
    <input
      className="bot-name"
      size={draft.length || 1}
      aria-label={t('Name of the bot')}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}
