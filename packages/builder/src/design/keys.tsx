const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

/** Keys to press, with `mod` for Control, or Command on a Mac. */
export const Keys = ({ keys }: { keys: string }) => <kbd>{keys.replace('mod', mod)}</kbd>
