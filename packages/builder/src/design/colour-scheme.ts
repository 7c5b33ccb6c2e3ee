type ColourScheme = 'system' | 'light' | 'dark'

const key = 'colloquy-colours'
const system = matchMedia('(prefers-color-scheme: dark)')

const colourScheme = (): ColourScheme => (localStorage.getItem(key) as ColourScheme | null) ?? 'system'

export function chooseColourScheme(scheme: ColourScheme): void {
  if (scheme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, scheme)
  applyColourScheme()
}

/** Puts the chosen colours on the page, and keeps them in step with the system's. */
export function applyColourScheme(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
}

function isDark(): boolean {
  const scheme = colourScheme()
  return scheme === 'dark' || (scheme === 'system' && system.matches)
}

system.addEventListener('change', applyColourScheme)
