import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, CopyPlus, LogIn } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { GoToAnything } from '../commands/go-to-anything.js'
import { BotIcon } from '../design/bot-icon.js'
import { DialogPart, onDemand } from '../design/on-demand.js'
import { ReadOnlyTag } from '../design/read-only-tag.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { WhenOthersPresent } from '../editor/presence/if-not-alone.js'
import { t } from '../i18n/i18n.js'
import type { SignIn } from '../service/signing-in.js'
import { BotTabs } from './bot-tabs.js'
import { PreviewButton } from './header-buttons.js'
import { SignedInMenu } from './signed-in-menu.js'

const CopyDialog = onDemand(() => import('./copy-dialog.js'))

/** The bar above the pages of a bot for people with read access. Guests see only the canvas. Signed-in people may copy the bot. */
export default function ReadOnlyHeader({ page }: { page: string }) {
  const { bot, can } = useBotEditor()
  const isSignedIn = Boolean(useQueryClient().getQueryData<{ who: SignIn | null }>(['me'])?.who)
  const name = useDocument((document) => document.name)
  const icon = useDocument((document) => document.icon)
  const isGuest = !can('bot.read')
  return (
    <header className="bot-bar">
      {isSignedIn && (
        <Link
          href={isGuest ? '/' : `/workspaces/${bot.workspaceId}`}
          className="button plain icon-only"
          aria-label={isGuest ? t('To your bots') : t('To all bots')}
        >
          <ArrowLeft size={16} />
        </Link>
      )}
      <BotIcon icon={icon} />
      <strong className="cut bot-title">{name}</strong>
      <ReadOnlyTag why={t('You can view everything here, but not change it')} />
      {isGuest ? <span className="grow" /> : <BotTabs botId={bot.id} page={page} />}
      <WhenOthersPresent show="faces" />
      <GoToAnything />
      {!isGuest && <PreviewButton page={page} />}
      {isSignedIn && <CopyButton isMain={isGuest} />}
      {!isSignedIn && (
        <Link href={`/bots/${bot.id}?sign-in`} className="button primary">
          <LogIn size={14} /> {t('Sign in')}
        </Link>
      )}
      <SignedInMenu />
    </header>
  )
}

/** The only action for guests, and one of several for others. */
function CopyButton({ isMain }: { isMain: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={isMain ? 'button primary' : 'button'}
        aria-label={t('Make a copy')}
        onClick={() => setOpen(true)}
      >
        <CopyPlus size={14} /> <span className={isMain ? undefined : 'hide-narrow'}>{t('Make a copy')}</span>
      </button>
      {isOpen && (
        <DialogPart>
          <CopyDialog onClose={() => setOpen(false)} />
        </DialogPart>
      )}
    </>
  )
}
