import { darkTheme, type Theme } from '@colloquy/flow'
import type { Path } from '@colloquy/flow/operations'
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ColourField } from '../forms/fields/small-fields.js'
import { t } from '../i18n/i18n.js'
import { minContrast } from './colours.js'
import { type ContrastPair, contrastPairs, partLabels, partNames, unreadable } from './contrast-pairs.js'
import { readColour, readSolid } from './legible.js'
import { themeDefaults } from './theme-defaults.js'
import { useTheme } from './use-theme.js'

/** The colours of each part, with the contrast of its text. */
export function ThemeColours() {
  const { theme, change } = useTheme()
  const pairs = contrastPairs(theme, readColour)
  const weak = [...unreadable(pairs), ...unreadable(darkPairs(theme))]
  const repair = (some: readonly ContrastPair[]) =>
    change(...some.map(({ path, readable }) => [path, readable] as const))
  const { type = 'Color', content } = theme.general?.background ?? {}
  const defaults = themeDefaults.chat as Record<string, { backgroundColor: string; color: string }>
  return (
    <section className="theme-section" aria-labelledby="theme-colours">
      <h2 id="theme-colours">{t('Colours')}</h2>
      {weak.length > 0 && (
        <div className="notice warning">
          <TriangleAlert size={16} aria-hidden />
          <span className="grow">
            {weak.length === 1
              ? t('“{label}” is hard to read.', { label: weak[0]!.label })
              : t('{count} texts are hard to read: {map}.', {
                  count: weak.length,
                  map: weak.map(({ label }) => label.toLowerCase()).join(', '),
                })}
          </span>
          <button type="button" className="button small" onClick={() => repair(weak)}>
            {t('Fix contrast')}
          </button>
        </div>
      )}
      <div className="theme-parts">
        <Pair label={t('Page')} pair={pairs.find(({ label }) => label === t('Page'))}>
          <ColourField
            label={t('Background')}
            value={type === 'Color' ? content : undefined}
            placeholder={type === 'Color' ? '#ffffff' : t('Image')}
            onChange={(colour) => change([['general', 'background'], { type: 'Color', content: colour }])}
          />
          <ColourField
            label={t('Text')}
            value={theme.chat?.container?.color}
            placeholder={t('Automatic')}
            onChange={(colour) => change([['chat', 'container', 'color'], colour])}
          />
        </Pair>
        {partNames.map((name) => {
          const label = partLabels[name]
          const path = (key: string): Path => ['chat', name, key]
          const part = theme.chat?.[name]
          return (
            <Pair key={name} label={label} pair={pairs.find((one) => one.label === label)}>
              <ColourField
                label={t('Background')}
                value={part?.backgroundColor}
                placeholder={defaults[name]?.backgroundColor}
                onChange={(colour) => change([path('backgroundColor'), colour])}
              />
              <ColourField
                label={t('Text')}
                value={part?.color}
                placeholder={defaults[name]?.color}
                onChange={(colour) => change([path('color'), colour])}
              />
            </Pair>
          )
        })}
      </div>
    </section>
  )
}

/** Those of the dark variant, with the places of its own colours. */
const darkPairs = (theme: Theme): ContrastPair[] =>
  (theme.dark?.mode ?? 'off') === 'off'
    ? []
    : contrastPairs(darkTheme(theme, readSolid), readColour).map((pair) => ({
        ...pair,
        label: t('{part} in the dark variant', { part: pair.label }),
        path: ['dark', ...pair.path],
      }))

interface PairProps {
  label: string
  pair: ContrastPair | undefined
  children: ReactNode
}

const Pair = ({ label, pair, children }: PairProps) => (
  <fieldset className="theme-part">
    <legend className="visually-hidden">{label}</legend>
    <div className="row">
      <strong className="grow" aria-hidden>
        {label}
      </strong>
      {pair && (
        <span
          className={pair.ratio < minContrast ? 'tag warning' : 'tag good'}
          title={t('Contrast {ratio}:1. At least {minContrast}:1 is needed.', {
            ratio: pair.ratio.toFixed(1),
            minContrast,
          })}
        >
          {pair.ratio < minContrast ? <TriangleAlert size={11} aria-hidden /> : <Check size={11} aria-hidden />}
          {pair.ratio.toFixed(1)}
        </span>
      )}
    </div>
    <div className="theme-pair">{children}</div>
  </fieldset>
)
