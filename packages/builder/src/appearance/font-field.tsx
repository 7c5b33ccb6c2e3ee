import type { Theme } from '@colloquy/flow'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Menu, MenuChoices } from '../design/menu.js'
import { CodeField } from '../forms/fields/code-field.js'
import { TextField } from '../forms/fields/text-field.js'
import { t } from '../i18n/i18n.js'
import { sampleFamily, useServedFonts } from './served-fonts.js'
import '../forms/forms.css'
import './appearance.css'

type Font = NonNullable<Theme['general']>['font']

interface FontFieldProps {
  font: Font
  onChange(font: Font): void
}

/** The font of a chat: a served family, each shown as a sample, or one that the author's own CSS brings. */
export function FontField({ font, onChange }: FontFieldProps) {
  const id = useId()
  const families = useServedFonts()
  const custom = typeof font === 'object' && font.type === 'Custom' ? font : undefined
  const family = custom ? undefined : familyOf(font)
  const name = custom ? t('Custom font') : (family ?? t('Open Sans (default)'))
  const isUnavailable = family !== undefined && families?.includes(family) === false
  const choose = (choice: string) =>
    choice === customChoice ? onChange(custom ?? { type: 'Custom' }) : onChange(choice || undefined)
  return (
    <>
      <div className="field">
        <span id={id} className="field-label">
          {t('Font')}
        </span>
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className="text font-choice"
              aria-labelledby={`${id} ${id}-name`}
              aria-describedby={isUnavailable ? `${id}-wrong` : undefined}
            >
              <span id={`${id}-name`} style={{ fontFamily: custom ? undefined : sampleFamily(family ?? 'Open Sans') }}>
                {name}
              </span>
              <ChevronDown size={15} aria-hidden />
            </button>
          }
        >
          <MenuChoices
            label={t('Font')}
            chosen={custom ? customChoice : (family ?? '')}
            choices={[
              ['', sampleOf('Open Sans', t('Open Sans (default)'))],
              ...otherFamilies(families).map((served) => [served, sampleOf(served)] as const),
              [customChoice, t('Custom font')],
            ]}
            onChoose={choose}
          />
        </Menu>
        {isUnavailable && (
          <p className="wrong" id={`${id}-wrong`}>
            {t(
              '“{family}” is not available: visitors see another font. Choose a font from the list, or add a custom font.',
              { family },
            )}
          </p>
        )}
      </div>
      {custom && (
        <>
          <TextField
            label={t('Font family')}
            placeholder={t('Brand Sans')}
            value={custom.family ?? ''}
            onChange={(text) => onChange({ ...custom, family: text || undefined })}
          />
          <CodeField
            label={t('Font CSS (@font-face rules)')}
            value={custom.css ?? ''}
            onChange={(css) => onChange({ ...custom, css: css || undefined })}
          />
        </>
      )}
    </>
  )
}

/** Not the name of a family. */
const customChoice = '(custom)'

export const familyOf = (font: Font): string | undefined => (typeof font === 'object' ? font.family : font) || undefined

const otherFamilies = (families: readonly string[] = []) => families.filter((family) => family !== 'Open Sans')

const sampleOf = (family: string, name = family) => <span style={{ fontFamily: sampleFamily(family) }}>{name}</span>
