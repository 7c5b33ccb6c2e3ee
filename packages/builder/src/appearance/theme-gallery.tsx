import type { Theme } from '@colloquy/flow'
import { Check } from 'lucide-react'
import { useMembership } from '../editor/use-membership.js'
import { t } from '../i18n/i18n.js'
import { LogoThemes } from './logo-themes.js'
import { readyThemes } from './ready-themes.js'
import { SavedThemes } from './saved-themes.js'
import { useServedFonts } from './served-fonts.js'
import { ThemeCard } from './theme-card.js'
import { applyReadyTheme, useTheme } from './use-theme.js'

interface ThemeGalleryProps {
  /** Shows a theme in the preview without changing the bot; undefined shows the bot's own again. */
  onTry(theme: Theme | undefined): void
}

/** Finished themes: those of the workspace, those from a logo, and our own. */
export function ThemeGallery({ onTry }: ThemeGalleryProps) {
  const { isMember } = useMembership()
  const { theme, wear } = useTheme()
  useServedFonts()
  const worn = JSON.stringify(theme)
  return (
    <>
      <section className="theme-section" aria-labelledby="ready-themes">
        <h2 id="ready-themes">{t('Ready-made themes')}</h2>
        <ul className="theme-cards">
          {readyThemes.map((ready) => {
            const next = applyReadyTheme(ready.theme, theme)
            const isWorn = JSON.stringify(next) === worn
            return (
              <li key={ready.name}>
                <ThemeCard
                  name={ready.name}
                  theme={ready.theme}
                  isWorn={isWorn}
                  mark={isWorn && <Check size={14} aria-hidden />}
                  onTry={(isTried) => onTry(isTried ? next : undefined)}
                  onWear={() => wear(next, ready.name)}
                />
              </li>
            )
          })}
        </ul>
      </section>
      <LogoThemes onTry={onTry} />
      {isMember && <SavedThemes onTry={onTry} />}
    </>
  )
}
