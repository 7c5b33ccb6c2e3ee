import type { Theme } from '@colloquy/flow'
import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { t } from '../i18n/i18n.js'
import { hexOf, type Rgb } from './colours.js'
import { familyOf } from './font-field.js'
import { brandColour, brandThemes, mainColours, pixelsOf } from './logo-colours.js'
import { ThemeCard } from './theme-card.js'
import { applyReadyTheme, useTheme } from './use-theme.js'

interface LogoThemesProps {
  onTry(theme: Theme | undefined): void
}

/** Themes in the colours of a logo. The file is read in the browser and not uploaded. */
export function LogoThemes({ onTry }: LogoThemesProps) {
  const { theme, wear } = useTheme()
  const picker = useRef<HTMLInputElement>(null)
  const [colours, setColours] = useState<readonly Rgb[]>([])
  const [brand, setBrand] = useState<Rgb>()
  const { attempt, isBusy, error } = useAttempt()
  const take = (file: File | undefined) =>
    file &&
    attempt(async () => {
      const found = mainColours(await pixelsOf(file))
      const main = brandColour(found)
      if (!main) throw new Error(t('“{name}” is empty: all of its pixels are transparent.', { name: file.name }))
      setColours(found)
      setBrand(main)
    })
  const font = familyOf(theme.general?.font) ?? 'Open Sans'
  return (
    <section className="theme-section" aria-labelledby="logo-themes">
      <h2 id="logo-themes">{t('From your logo')}</h2>
      <div className="row wrap">
        <button type="button" className="button" disabled={isBusy} onClick={() => picker.current?.click()}>
          <ImageUp size={15} /> {brand ? t('Choose another logo') : t('Choose a logo')}
        </button>
        {brand ? (
          <fieldset className="row logo-colours">
            <legend className="visually-hidden">{t('Brand colour')}</legend>
            {colours.map((colour) => (
              <button
                key={hexOf(colour)}
                type="button"
                className="logo-colour"
                aria-pressed={colour === brand}
                aria-label={t('Use {hex}', { hex: hexOf(colour) })}
                title={hexOf(colour)}
                style={{ backgroundColor: hexOf(colour) }}
                onClick={() => setBrand(colour)}
              />
            ))}
          </fieldset>
        ) : (
          <span className="faint">{t('Picks your brand colours. The file stays on this device.')}</span>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t('Logo')}
          accept="image/*"
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      <ErrorNotice error={error} />
      {brand && (
        <ul className="theme-cards">
          {brandThemes(brand, { font, corners: 'large' }).map(({ name, theme: look }) => {
            const next = applyReadyTheme(look, theme)
            return (
              <li key={name}>
                <ThemeCard
                  name={name}
                  theme={look}
                  onTry={(isTried) => onTry(isTried ? next : undefined)}
                  onWear={() => wear(next, t('{name}, from your logo', { name }))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
