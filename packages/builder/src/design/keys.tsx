import { t } from '../i18n/i18n.js'

const isMac = navigator.platform.startsWith('Mac')
const macSigns: Record<string, string> = { mod: '⌘', Alt: '⌥', Shift: '⇧' }

/** Keys as their keyboard names them: `mod` is Control, or Command on a Mac. */
export const shownKeys = (keys: string): string =>
  keys.replace(/\b(mod|Alt|Shift)\b/g, (name) => (isMac ? macSigns[name]! : name === 'mod' ? t('Ctrl') : name))

/** Keys to press. */
export const Keys = ({ keys }: { keys: string }) => <kbd>{shownKeys(keys)}</kbd>
