import { useDocument, useStudio } from '../bot/studio.js'
import { setField } from '../document/commands/set-field.js'
import { themeJsonSchema } from '../inspector/option-schemas.js'
import { SchemaForm } from '../inspector/schema-form.js'
import '../inspector/inspector.css'
import { ThemeSample } from './theme-sample.js'
import './appearance.css'

const schema = themeJsonSchema()

/** The look of the bot, beside a sample of it. */
export default function ThemePage() {
  const { editing } = useStudio()
  const theme = useDocument((document) => document.theme)
  return (
    <div className="page appearance">
      <div className="page-inner">
        <h1>Theme</h1>
        <section className="card">
          <SchemaForm
            schema={schema}
            value={theme}
            onChange={(path, value) => editing.run('Edit theme', setField(['theme', ...path], value), `theme ${path.join('.')}`)}
          />
        </section>
      </div>
      <ThemeSample theme={theme} />
    </div>
  )
}
