import { useEffect, useState } from 'react'
import type { Template } from '../catalogue/templates.js'
import { onDemand, Part } from '../design/on-demand.js'
import { sayError } from '../design/toasts.js'
import { TemplatePicture } from './template-picture.js'

const TemplateView = onDemand(() => import('./template-view.js'))

/** Finished conversations: each is looked at before it is used. */
export function TemplateList({ onChoose }: { onChoose(template: Template): void }) {
  const [templates, setTemplates] = useState<readonly Template[]>([])
  const [looked, setLooked] = useState<Template>()
  useEffect(() => {
    import('../catalogue/templates.js').then((it) => setTemplates(it.templates)).catch(sayError)
  }, [])
  if (looked) {
    return (
      <Part>
        <TemplateView template={looked} onBack={() => setLooked(undefined)} onUse={() => onChoose(looked)} />
      </Part>
    )
  }
  return (
    <div className="templates">
      {templates.map((template) => (
        <button key={template.name} type="button" className="template" onClick={() => setLooked(template)}>
          <TemplatePicture {...template} />
          <span className="template-words">
            <strong>
              <span aria-hidden>{template.icon}</span> {template.name}
            </strong>
            <span className="faint">{template.hint}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
