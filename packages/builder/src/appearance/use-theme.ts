import type { Theme } from '@colloquy/flow'
import type { Path } from '@colloquy/flow/operations'
import { showToast } from '../design/toasts.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'

export type Change = readonly [path: Path, value: unknown]

/** The theme of the open bot, and what changes it. */
export function useTheme() {
  const { editing } = useBotEditor()
  const theme = useDocument((document) => document.theme) as Theme
  /** Sets values in one edit; edits of the same paths in quick succession are undone together. */
  const change = (...changes: readonly Change[]) =>
    editing.run(
      t('Edit theme'),
      (draft) => {
        for (const [path, value] of changes) draft.set(['theme', ...path], value)
      },
      `theme ${changes.map(([path]) => path.join('.')).join(' ')}`,
    )
  /** Replaces the whole theme and offers to undo it. */
  const wear = (next: Theme, name: string) => {
    editing.run(t('Change theme'), (draft) => draft.set(['theme'], next))
    showToast(t('Theme changed to “{name}”.', { name }), { label: t('Undo'), run: () => editing.undo() }, 'theme')
  }
  return { theme, change, wear }
}

/** A theme of the gallery with what it says nothing about: avatars, own CSS, whether progress is shown, and when it is dark. */
export const applyReadyTheme = (ready: Theme, current: Theme): Theme => ({
  ...ready,
  ...(current.customCss !== undefined && { customCss: current.customCss }),
  ...(current.dark?.mode && { dark: { mode: current.dark.mode } }),
  general: {
    ...ready.general,
    progressBar: { ...current.general?.progressBar, ...ready.general?.progressBar },
  },
  chat: {
    ...ready.chat,
    ...(current.chat?.hostAvatar && { hostAvatar: current.chat.hostAvatar }),
    ...(current.chat?.guestAvatar && { guestAvatar: current.chat.guestAvatar }),
  },
})
