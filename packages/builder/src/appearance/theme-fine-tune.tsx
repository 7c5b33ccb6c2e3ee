import { darkTheme, type Theme } from '@colloquy/flow'
import { CodeField } from '../forms/fields/code-field.js'
import { SchemaForm } from '../forms/schema-form.js'
import { t } from '../i18n/i18n.js'
import '../forms/forms.css'
import { themeJsonSchema } from './appearance-schemas.js'
import { FontField } from './font-field.js'
import { readSolid } from './legible.js'
import { themeDefaults } from './theme-defaults.js'
import { useTheme } from './use-theme.js'

const { properties = {} } = themeJsonSchema()

/** Every option of a theme. */
export function ThemeFineTune() {
  const { theme, change } = useTheme()
  const { mode = 'off' } = theme.dark ?? {}
  return (
    <div className="theme-fine-tune">
      <section className="theme-section">
        <h2>{t('Page')}</h2>
        <FontField font={theme.general?.font} onChange={(font) => change([['general', 'font'], font])} />
        <SchemaForm
          isFolded
          schema={properties.general ?? {}}
          value={theme.general}
          defaults={themeDefaults.general}
          onChange={(path, value) => change([['general', ...path], value])}
        />
      </section>
      <section className="theme-section">
        <h2>{t('Chat')}</h2>
        <SchemaForm
          isFolded
          schema={properties.chat ?? {}}
          value={theme.chat}
          defaults={themeDefaults.chat}
          onChange={(path, value) => change([['chat', ...path], value])}
        />
      </section>
      {mode !== 'off' && <DarkColours />}
      <section className="theme-section">
        <CodeField
          label={t('Custom CSS')}
          value={theme.customCss ?? ''}
          onChange={(css) => change([['customCss'], css || undefined])}
        />
      </section>
    </div>
  )
}

/** Parts with the colours of their borders where the dark variant has them. */
const withBorderColors = (chat: NonNullable<Theme['chat']>) =>
  Object.fromEntries(
    Object.entries(chat).map(([name, part]) => {
      const color = typeof part === 'object' && 'border' in part ? part.border?.color : undefined
      return [name, color && typeof part === 'object' ? { ...part, borderColor: color } : part]
    }),
  )

/** The colours of the dark variant; those that are derived stand in the empty fields. */
function DarkColours() {
  const { theme, change } = useTheme()
  const { dark, ...light } = theme
  const { general = {}, chat = {} } = darkTheme(light, readSolid)
  const { type, content } = general.background ?? {}
  const derived = {
    general: { ...general, ...(type === 'Color' && { backgroundColor: content }) },
    chat: withBorderColors(chat),
  }
  const { properties: parts = {} } = properties.dark ?? {}
  return (
    <section className="theme-section">
      <h2>{t('Dark variant')}</h2>
      {(['general', 'chat'] as const).map((name) => (
        <SchemaForm
          key={name}
          isFolded
          schema={parts[name] ?? {}}
          value={dark?.[name]}
          defaults={derived[name]}
          onChange={(path, value) => change([['dark', name, ...path], value])}
        />
      ))}
    </section>
  )
}
