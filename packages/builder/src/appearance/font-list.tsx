import type { Theme } from '@colloquy/flow'
import { familyOf } from './font-field.js'
import { sampleFamily, useServedFonts } from './served-fonts.js'

type Font = NonNullable<Theme['general']>['font']

interface FontListProps {
  font: Font
  onChange(font: Font): void
}

/** The families that the service serves, each as a sample of itself. */
export function FontList({ font, onChange }: FontListProps) {
  const families = useServedFonts() ?? []
  const chosen = typeof font === 'object' && font.type === 'Custom' ? undefined : (familyOf(font) ?? 'Open Sans')
  return (
    <fieldset className="font-list">
      <legend className="visually-hidden">Font family</legend>
      {families.map((family) => (
        <button
          key={family}
          type="button"
          className="font-sample"
          aria-pressed={family === chosen}
          onClick={() => onChange(family)}
        >
          <span style={{ fontFamily: sampleFamily(family) }} aria-hidden>
            Ag
          </span>
          <span className="cut" style={{ fontFamily: sampleFamily(family) }}>
            {family}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
