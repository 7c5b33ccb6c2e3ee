import { DoorClosed, DoorOpen, ExternalLink, History, MessageSquareText, Rocket, Undo2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { useLocation } from 'wouter'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { t } from '../i18n/i18n.js'
import { openHosted } from './open-hosted.js'
import { useStudio } from './studio.js'

interface PublishMoreProps {
  trigger: ReactElement<Record<string, unknown>>
  /** Whether it opens as soon as it is there. */
  isOpen: boolean
  publishLabel: string
  /** Whether visitors get the draft as it is. */
  isCurrent: boolean
  isPublished: boolean
  /** Whether nobody can begin a chat for now. */
  isClosed: boolean
  onPublish(): void
  onNote(): void
  onClosed(isClosed: boolean): void
  onUnpublish(): void
}

/** What can be done about publishing besides publishing. */
export default function PublishMore(props: PublishMoreProps) {
  const { trigger, isOpen, publishLabel, isCurrent, isPublished, isClosed, onPublish, onNote, onClosed, onUnpublish } =
    props
  const { bot } = useStudio()
  const [, go] = useLocation()
  return (
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
      <MenuLine />
      <MenuItem icon={<ExternalLink size={15} />} isDisabled={!isPublished} onSelect={() => openHosted(bot.id)}>
        {t('Open the public page')}
      </MenuItem>
      {isClosed ? (
        <MenuItem icon={<DoorOpen size={15} />} onSelect={() => onClosed(false)}>
          {t('Open for answers again')}
        </MenuItem>
      ) : (
        <MenuItem icon={<DoorClosed size={15} />} isDisabled={!isPublished} onSelect={() => onClosed(true)}>
          {t('Close for new answers')}
        </MenuItem>
      )}
      <MenuItem icon={<Undo2 size={15} />} isDanger isDisabled={!isPublished} onSelect={onUnpublish}>
        {t('Unpublish…')}
      </MenuItem>
    </Menu>
  )
}
