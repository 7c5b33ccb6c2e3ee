import { t } from '../i18n/i18n.js'
import { CodeField } from '../inspector/fields/code-field.js'
import { SchemaForm } from '../inspector/schema-form.js'
import '../inspector/inspector.css'
import { themeJsonSchema } from './appearance-schemas.js'
import { FontField } from './font-field.js'
import { themeDefaults } from './theme-defaults.js'
import { useTheme } from './use-theme.js'

const { properties = {} } = themeJsonSchema()

/** Every option of a theme. */
export function ThemeFineTune() {
  const { theme, change } = useTheme()
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
