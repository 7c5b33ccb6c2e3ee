import { keptInBrowser } from './kept.js'
import { createStore } from './store.js'

export type ColourScheme = 'system' | 'light' | 'dark'
export type Contrast = 'system' | 'standard' | 'more'

const keys = { scheme: 'colloquy-colours', contrast: 'colloquy-contrast' } as const
const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const strongSystem = matchMedia('(prefers-contrast: more)')
const forcedSystem = matchMedia('(forced-colors: active)')

/** How somebody wants the pages to look in this browser. */
export const appearance = createStore<{ scheme: ColourScheme; contrast: Contrast }>({
  scheme: (keptInBrowser.get(keys.scheme) as ColourScheme | null) ?? 'system',
  contrast: (keptInBrowser.get(keys.contrast) as Contrast | null) ?? 'system',
})

export const chooseColourScheme = (scheme: ColourScheme): void => choose('scheme', scheme)
export const chooseContrast = (contrast: Contrast): void => choose('contrast', contrast)

function choose(part: keyof typeof keys, value: ColourScheme | Contrast): void {
  if (value === 'system') keptInBrowser.delete(keys[part])
  else keptInBrowser.set(keys[part], value)
  appearance.set({ [part]: value })
  applyColourScheme()
}

/** Puts the chosen colours on the page, and keeps them in step with the system's. */
export function applyColourScheme(): void {
  const { scheme, contrast } = appearance.get()
  const { dataset } = document.documentElement
  dataset.theme = scheme === 'dark' || (scheme === 'system' && darkSystem.matches) ? 'dark' : 'light'
  dataset.contrast = contrast === 'more' || (contrast === 'system' && strongSystem.matches) ? 'more' : 'standard'
  if (dataset.contrast === 'more' || forcedSystem.matches) void import('./high-contrast.css').catch(() => undefined)
}

for (const system of [darkSystem, strongSystem, forcedSystem]) system.addEventListener('change', applyColourScheme)
