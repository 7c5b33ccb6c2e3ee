import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import { chosenOnCanvas } from '../canvas/view/focus-chosen.js'
import { addressTo } from '../canvas/view/use-address.js'
import { colourSchemes, useCommandsEverywhere } from '../commands/everywhere.js'
import { PaletteWindow } from '../commands/palette-window.js'
import { useBotEditor, type View } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import type { SignIn } from '../service/signing-in.js'
import { useBotCommands } from './bot-commands.js'
import type { BotCommand } from './flow-commands.js'

/** Finds any group or block by its text, opens other bots and pages, and runs every action of the canvas. */
export default function CommandPalette() {
  const isSignedIn = Boolean(useQueryClient().getQueryData<{ who: SignIn | null }>(['me'])?.who)
  return isSignedIn ? <ForMembers /> : <ForBot others={colourSchemes} />
}

function ForMembers() {
  const { bot } = useBotEditor()
  const others = useCommandsEverywhere(bot.workspaceId)
  return <ForBot others={others} />
}

function ForBot({ others }: { others: readonly Omit<BotCommand, 'isEverywhere'>[] }) {
  const { bot, view } = useBotEditor()
  const own = useBotCommands()
  const commands = useMemo(
    () => [
      ...own,
      ...others
        .filter(({ id }) => id !== `bot ${bot.id}`)
        .map((command): BotCommand => ({ ...command, isEverywhere: true })),
    ],
    [own, others, bot.id],
  )
  const [path, go] = useLocation()
  const hasLed = useRef(false)
  const choose = ({ location, isEverywhere, run }: BotCommand) => {
    const before = view.get()
    const canvas = `/bots/${bot.id}`
    if (!isEverywhere && path !== canvas) go(location ? canvas + addressTo(location) : canvas)
    run()
    hasLed.current = isElsewhere(before, view.get())
  }
  return (
    <PaletteWindow
      commands={commands}
      placeholder={t('Search the flow, actions, pages and bots')}
      finalFocus={() => (hasLed.current ? chosenOnCanvas(view.get()) : undefined)}
      onChoose={choose}
    />
  )
}

/** True if a different item is selected or focused now. If the outline got the focus back, it would select its previous item again. */
const isElsewhere = (before: View, now: View): boolean =>
  now.focus !== before.focus || now.blockId !== before.blockId || now.nodeIds !== before.nodeIds
