import { useQueryClient } from '@tanstack/react-query'
import {
  Archive,
  ArchiveRestore,
  Building2,
  Copy,
  Download,
  Ellipsis,
  ExternalLink,
  FolderInput,
  LinkIcon,
  Pencil,
  Table2,
  Trash2,
} from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ago } from '../design/ago.js'
import { BotIcon } from '../design/bot-icon.js'
import { Confirm } from '../design/confirm.js'
import { copyText } from '../design/copy-text.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { DialogPart, onDemand, Part } from '../design/on-demand.js'
import { ReadOnlyTag } from '../design/read-only-tag.js'
import { showError, showToast } from '../design/toasts.js'
import { t } from '../i18n/i18n.js'
import { api } from '../service/api.js'
import { type BotRow, exportBot } from '../service/bots.js'
import { isFrozen, isWritable, type ListedWorkspace, useWorkspaces } from '../service/workspaces.js'
import { type BotCardContent, useBotCard } from './bot-cards.js'
import { refreshFolders, startBotMove } from './folders.js'

const MoveDialog = onDemand(() => import('./move-dialog.js'))
const ConversationPicture = onDemand(() =>
  import('../templates/conversation-picture.js').then((it) => ({ default: it.ConversationPicture })),
)
const NameDialog = onDemand(() => import('./name-dialog.js'))
const TransferDialog = onDemand(() => import('./transfer-dialog.js'))

interface BotCardProps {
  bot: BotRow
  workspace: ListedWorkspace
  /** True if the server shows the contents of the bot. */
  canOpen: boolean
  isArchived: boolean
}

/** A bot of a workspace with its menu. It can be dragged to a folder. */
export function BotCard(props: BotCardProps) {
  const { bot, workspace, canOpen, isArchived } = props
  const [dialog, setDialog] = useState<BotDialog>()
  const card = useRef<HTMLLIElement>(null)
  const content = useBotCard(workspace.id, bot.id, card)
  const may = permissionsFor(bot, workspace)
  return (
    <li
      ref={card}
      className="bot-card"
      draggable={may.write && may.make && !isArchived}
      onDragStart={(event) => startBotMove(event.dataTransfer, bot.id)}
    >
      <div className="bot-card-picture">
        {content && hasWords(content) && (
          <Part broken={() => null}>
            <ConversationPicture {...content} />
          </Part>
        )}
        {content && !hasWords(content) && <p className="faint">{t('Nothing in here')}</p>}
      </div>
      <div className="row">
        <BotIcon icon={bot.icon} />
        {canOpen ? (
          <Link className="bot-card-name" href={`/bots/${bot.id}`} draggable={false}>
            {bot.name}
          </Link>
        ) : (
          <strong className="bot-card-name">{bot.name}</strong>
        )}
        {!may.write && canOpen && <ReadOnlyTag why={t('You can view this bot, but not change it')} />}
        {!isFrozen(workspace) && <BotMenu {...props} may={may} publicId={content?.publicId} onAsk={setDialog} />}
      </div>
      <BotState bot={bot} content={content} isArchived={isArchived} />
      {dialog && (
        <BotDialogs bot={bot} workspace={workspace} may={may} dialog={dialog} onClose={() => setDialog(undefined)} />
      )}
    </li>
  )
}

type BotDialog = 'rename' | 'move' | 'transfer' | 'delete'

interface Permissions {
  /** To change the bot. */
  write: boolean
  /** To create bots and use folders, which guests may not. */
  make: boolean
}

const permissionsFor = (bot: BotRow, workspace: ListedWorkspace): Permissions => ({
  write: bot.accessRight === 'write' && !isFrozen(workspace),
  make: isWritable(workspace),
})

interface BotMenuProps extends BotCardProps {
  may: Permissions
  publicId: string | null | undefined
  onAsk(dialog: BotDialog): void
}

function BotMenu({ bot, workspace, canOpen, isArchived, may, publicId, onAsk }: BotMenuProps) {
  const [, go] = useLocation()
  const actions = useBotActions(bot)
  /** The address where visitors chat with the bot. */
  const address = !isArchived && bot.publishedBotId && publicId && `${location.origin}/c/${publicId}`
  const hasOthers = useWorkspaces().data?.some((other) => other.id !== workspace.id && isWritable(other))
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="button plain icon-only"
          aria-label={t('More about {name}', { name: bot.name })}
        >
          <Ellipsis size={16} />
        </button>
      }
    >
      {canOpen && (
        <MenuItem icon={<Table2 size={15} />} onSelect={() => go(`/bots/${bot.id}/results`)}>
          {t('Results')}
        </MenuItem>
      )}
      {address && <AddressItems address={address} />}
      {(canOpen || address) && <MenuLine />}
      {may.write && (
        <MenuItem icon={<Pencil size={15} />} onSelect={() => onAsk('rename')}>
          {t('Rename…')}
        </MenuItem>
      )}
      {may.make && (
        <MenuItem icon={<Copy size={15} />} onSelect={actions.duplicate}>
          {t('Duplicate')}
        </MenuItem>
      )}
      {may.make && may.write && !isArchived && (
        <MenuItem icon={<FolderInput size={15} />} onSelect={() => onAsk('move')}>
          {t('Move to folder…')}
        </MenuItem>
      )}
      {hasOthers && (
        <MenuItem icon={<Building2 size={15} />} onSelect={() => onAsk('transfer')}>
          {t('Copy or move to workspace…')}
        </MenuItem>
      )}
      <MenuItem icon={<Download size={15} />} onSelect={actions.download}>
        {t('Export')}
      </MenuItem>
      {may.write && (
        <>
          <MenuLine />
          {isArchived ? (
            <MenuItem icon={<ArchiveRestore size={15} />} onSelect={actions.restore}>
              {t('Restore')}
            </MenuItem>
          ) : (
            <MenuItem icon={<Archive size={15} />} onSelect={actions.archive}>
              {t('Archive')}
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => onAsk('delete')}>
            {t('Delete…')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

const AddressItems = ({ address }: { address: string }) => (
  <>
    <MenuItem icon={<ExternalLink size={15} />} onSelect={() => window.open(address, '_blank', 'noopener')}>
      {t('Open the public page')}
    </MenuItem>
    <MenuItem icon={<LinkIcon size={15} />} onSelect={() => copyText(address)}>
      {t('Copy the share link')}
    </MenuItem>
  </>
)

/** Actions of the menu that open no dialog. Their errors are shown as toasts. */
function useBotActions(bot: BotRow) {
  const queries = useQueryClient()
  const [, go] = useLocation()
  const attempt = (work: () => Promise<unknown>) => () => {
    work()
      .then(() => refreshFolders(queries))
      .catch(showError)
  }
  const duplicate = attempt(async () => {
    const { bot: copy } = await api.duplicateBot({ botId: bot.id })
    showToast(t('“{name}” is ready.', { name: copy.name }), { label: t('Open'), run: () => go(`/bots/${copy.id}`) })
  })
  const archive = attempt(async () => {
    await api.archiveBot({ botId: bot.id })
    showToast(t('“{name}” is archived: new chats are refused.', { name: bot.name }), { label: t('Undo'), run: restore })
  })
  const restore = attempt(async () => {
    await api.restoreBot({ botId: bot.id })
    showToast(t('“{name}” is restored.', { name: bot.name }))
  })
  return { duplicate, archive, restore, download: attempt(() => exportBot(bot.id)) }
}

interface BotStateProps {
  bot: BotRow
  content: BotCardContent | null | undefined
  isArchived: boolean
}

const BotState = ({ bot, content, isArchived }: BotStateProps) => (
  <div className="row">
    {isArchived ? (
      <span className="tag">{t('Archived')}</span>
    ) : bot.publishedBotId ? (
      <span className="tag good">{t('Live')}</span>
    ) : (
      <span className="tag">{t('Draft')}</span>
    )}
    {content && (
      <span className="faint bot-card-facts">
        {content.responses > 0 && (
          <span>
            {t('{responses, plural, one {# response} other {# responses}}', { responses: content.responses })}
          </span>
        )}
        <time dateTime={content.updatedAt}>{t('Edited {ago}', { ago: ago(content.updatedAt, Date.now()) })}</time>
      </span>
    )}
  </div>
)

interface BotDialogsProps {
  bot: BotRow
  workspace: ListedWorkspace
  may: Permissions
  dialog: BotDialog
  onClose(): void
}

/** The dialog that the menu opened. */
function BotDialogs({ bot, workspace, may, dialog, onClose }: BotDialogsProps) {
  const queries = useQueryClient()
  const rename = async (name: string) => {
    await api.updateBot({ botId: bot.id, bot: { name } })
    await refreshFolders(queries)
  }
  if (dialog === 'delete')
    return (
      <Confirm
        title={t('Delete “{name}”?', { name: bot.name })}
        text={t('Its results are deleted too, and running chats end. This cannot be undone.')}
        action={t('Delete the bot')}
        onConfirm={() => api.deleteBot({ botId: bot.id }).then(() => refreshFolders(queries))}
        onClose={onClose}
      />
    )
  return (
    <DialogPart>
      {dialog === 'rename' && (
        <NameDialog
          title={t('Rename “{name}”', { name: bot.name })}
          name={bot.name}
          action={t('Rename')}
          save={rename}
          onClose={onClose}
        />
      )}
      {dialog === 'move' && <MoveDialog bot={bot} workspaceId={workspace.id} onClose={onClose} />}
      {dialog === 'transfer' && (
        <TransferDialog bot={bot} workspaceId={workspace.id} mayMove={may.write && may.make} onClose={onClose} />
      )}
    </DialogPart>
  )
}

const hasWords = ({ lines, answers, field }: BotCardContent): boolean =>
  lines.length > 0 || answers.length > 0 || field !== undefined
