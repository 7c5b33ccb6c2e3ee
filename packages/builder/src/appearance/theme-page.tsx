import type { Theme } from '@colloquy/flow'
import type { Path } from '@colloquy/flow/operations'
import { useDocument, useStudio } from '../bot/studio.js'
import { useBelonging } from '../bot/use-belonging.js'
import { setField } from '../document/commands/set-field.js'
import { CodeField } from '../inspector/fields/code-field.js'
import { TextField } from '../inspector/fields/text-field.js'
import { themeJsonSchema } from '../inspector/option-schemas.js'
import { SchemaForm } from '../inspector/schema-form.js'
import '../inspector/inspector.css'
import { FormPage } from './form-page.js'
import { KeptThemes } from './kept-themes.js'
import { themeDefaults } from './theme-defaults.js'
import { ThemeSample } from './theme-sample.js'
import './appearance.css'

const { properties = {} } = themeJsonSchema()

/** The look of the bot, beside a sample of it. */
export default function ThemePage() {
  const { editing } = useStudio()
  const { isMember } = useBelonging()
  const theme = useDocument((document) => document.theme)
  const change = (path: Path, value: unknown) =>
    editing.run('Edit theme', setField(['theme', ...path], value), `theme ${path.join('.')}`)
  return (
    <FormPage label="Theme" className="page appearance">
      <div className="page-inner">
        <h1>Theme</h1>
        {isMember && <KeptThemes />}
        <section className="card">
          <h2>Page</h2>
          <TextField
            label="Font"
            placeholder="As the page around"
            value={fontName(theme)}
            onChange={(name) => change(['general', 'font'], name || undefined)}
          />
          <SchemaForm
            isFolded
            schema={properties.general ?? {}}
            value={theme.general}
            defaults={themeDefaults.general}
            onChange={(path, value) => change(['general', ...path], value)}
          />
        </section>
        <section className="card">
          <h2>Chat</h2>
          <SchemaForm
            isFolded
            schema={properties.chat ?? {}}
            value={theme.chat}
            defaults={themeDefaults.chat}
            onChange={(path, value) => change(['chat', ...path], value)}
          />
        </section>
        <section className="card">
          <CodeField
            label="Own CSS"
            value={theme.customCss ?? ''}
            onChange={(css) => change(['customCss'], css || undefined)}
          />
        </section>
      </div>
      <ThemeSample theme={theme} />
    </FormPage>
  )
}

const fontName = ({ general }: Theme): string => {
  const font = general?.font
  return typeof font === 'string' ? font : (font?.family ?? '')
}
