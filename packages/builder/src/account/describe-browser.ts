import { t } from '../i18n/i18n.js'
/** Names a browser and its operating system, as far as the user agent reveals them. */
export function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([, mark]) => userAgent.includes(mark))?.[0]
  const system = systems.find(([, mark]) => userAgent.includes(mark))?.[0]
  if (!browser && !system) return userAgent.split(' ')[0] || t('A program')
  if (!system) return browser ?? t('A browser')
  return t('{browser} on {system}', { browser: browser ?? t('A browser'), system })
}

/** Browsers whose user agent also names others come first. */
const browsers = [
  [t('Edge'), 'Edg/'],
  ['Opera', 'OPR/'],
  ['Firefox', 'Firefox/'],
  ['Chrome', 'Chrome/'],
  ['Safari', 'Safari/'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['macOS', 'Mac OS'],
  ['Linux', 'Linux'],
] as const
