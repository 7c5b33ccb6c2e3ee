import { useDocument, useStudio } from '../bot/studio.js'
import { setField } from '../document/commands/set-field.js'
import type { JsonSchema } from '../inspector/json-schema.js'
import { settingsJsonSchema } from '../inspector/option-schemas.js'
import { SchemaForm } from '../inspector/schema-form.js'
import { labelOf } from '../inspector/words.js'
import '../inspector/inspector.css'
import { FormPage } from './form-page.js'
import './appearance.css'

const sections = Object.entries(settingsJsonSchema().properties ?? {})

/** How the bot behaves, section by section. */
export default function SettingsPage() {
  const { editing } = useStudio()
  const settings = useDocument((document) => document.settings) as Record<string, unknown>
  return (
    <FormPage label="Settings" className="page">
      <div className="page-inner">
        <h1>Settings</h1>
        {sections.map(([key, schema]: [string, JsonSchema]) => (
          <section key={key} className="card">
            <h2>{labelOf(key)}</h2>
            <SchemaForm
              isFolded
              schema={schema}
              value={settings[key]}
              onChange={(path, value) =>
                editing.run(
                  'Edit settings',
                  setField(['settings', key, ...path], value),
                  `settings ${key} ${path.join('.')}`,
                )
              }
            />
          </section>
        ))}
      </div>
    </FormPage>
  )
}
