import { DoorClosed, DoorOpen, ExternalLink, History, MessageSquareText, MoveRight, Rocket, Undo2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useLocation } from 'wouter'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { onDemand, Part } from '../design/on-demand.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { openHosted } from '../editor/open-hosted.js'
import { t } from '../i18n/i18n.js'

const MoveChats = onDemand(() => import('../versions/move-chats.js'))

interface PublishMoreProps {
  trigger: ReactElement<Record<string, unknown>>
  /** True if the menu opens as soon as it is loaded. */
  isOpen: boolean
  publishLabel: string
  /** True if visitors see the draft unchanged. */
  isCurrent: boolean
  isPublished: boolean
  /** True if new chats are refused for now. */
  isClosed: boolean
  onPublish(): void
  onNote(): void
  onClosed(isClosed: boolean): void
  onUnpublish(): void
}

/** Actions around publishing, other than publishing itself. */
export default function PublishMore(props: PublishMoreProps) {
  const { trigger, isOpen, publishLabel, isCurrent, isPublished, isClosed, onPublish, onNote, onClosed, onUnpublish } =
    props
  const { bot } = useBotEditor()
  const [, go] = useLocation()
  const [isMoving, setMoving] = useState(false)
  return (
    <>
      <Menu trigger={trigger} isOpen={isOpen}>
        <MenuItem icon={<Rocket size={15} />} isDisabled={isCurrent} onSelect={onPublish}>
          {publishLabel}
        </MenuItem>
        <MenuItem icon={<MessageSquareText size={15} />} isDisabled={isCurrent} onSelect={onNote}>
          {t('Publish with a note…')}
        </MenuItem>
        <MenuItem icon={<History size={15} />} onSelect={() => go(`/bots/${bot.id}/versions`)}>
          {t('All versions')}
        </MenuItem>
        <MenuItem icon={<MoveRight size={15} />} isDisabled={!isPublished} onSelect={() => setMoving(true)}>
          {t('Move running chats…')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<ExternalLink size={15} />} isDisabled={!isPublished} onSelect={() => openHosted(bot.id)}>
          {t('Open the public page')}
        </MenuItem>
        {isClosed ? (
          <MenuItem icon={<DoorOpen size={15} />} onSelect={() => onClosed(false)}>
            {t('Accept responses again')}
          </MenuItem>
        ) : (
          <MenuItem icon={<DoorClosed size={15} />} isDisabled={!isPublished} onSelect={() => onClosed(true)}>
            {t('Stop accepting responses')}
          </MenuItem>
        )}
        <MenuItem icon={<Undo2 size={15} />} isDanger isDisabled={!isPublished} onSelect={onUnpublish}>
          {t('Unpublish…')}
        </MenuItem>
      </Menu>
      {isMoving && (
        <Part>
          <MoveChats onClose={() => setMoving(false)} />
        </Part>
      )}
    </>
  )
}
