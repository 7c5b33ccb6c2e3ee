import { FindWindow } from '../design/find-window.js'
import { t } from '../i18n/i18n.js'
import { type Command, sections } from './command.js'
import { commandPalette } from './palette-state.js'
import { recentOf, rememberCommand } from './recent.js'

interface PaletteWindowProps<T extends Command> {
  commands: readonly T[]
  placeholder: string
  finalFocus?: () => HTMLElement | undefined
  /** Runs a command once the window has closed. */
  onChoose(command: T): void
}

/** The window that finds commands, places and bots, and runs what is chosen. */
export function PaletteWindow<T extends Command>({
  commands,
  placeholder,
  finalFocus,
  onChoose,
}: PaletteWindowProps<T>) {
  const close = () => commandPalette.set({ isOpen: false })
  const choose = (command: T) => {
    const id = command.id.replace(/^recent /, '')
    rememberCommand(id)
    close()
    onChoose(command)
  }
  return (
    <FindWindow
      label={t('Go to anything')}
      searchLabel={t('Search')}
      placeholder={placeholder}
      listLabel={t('Found')}
      nothing={(search) => t('No results for “{search}”', { search })}
      choices={commands}
      recent={recentOf(commands)}
      sections={sections}
      max={60}
      {...(finalFocus && { finalFocus })}
      onChoose={choose}
      onClose={close}
    />
  )
}
