import { useSyncExternalStore } from 'react'

export type ColourScheme = 'system' | 'light' | 'dark'

const key = 'colloquy-colours'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export const colourScheme = (): ColourScheme => (localStorage.getItem(key) as ColourScheme | null) ?? 'system'

export function chooseColourScheme(scheme: ColourScheme): void {
  if (scheme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, scheme)
  applyColourScheme()
}

/** Puts the chosen colours on the page, and keeps them in step with the system's. */
export function applyColourScheme(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark)

function isDark(): boolean {
  const scheme = colourScheme()
  return scheme === 'dark' || (scheme === 'system' && system.matches)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

system.addEventListener('change', applyColourScheme)
