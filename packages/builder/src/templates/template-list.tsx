import type { Flow, Theme } from '@colloquy/flow'
import { flowOpening } from '@colloquy/flow/opening'
import { useEffect, useState } from 'react'
import { onDemand, Part } from '../design/on-demand.js'
import { showError } from '../design/toasts.js'
import { ConversationPicture } from './conversation-picture.js'
import type { Template } from './templates.js'
import './template-list.css'

const TemplateView = onDemand(() => import('./template-view.js'))

interface TemplateListProps {
  onChoose(template: Template): void
  /** One of them is looked at, or all again. */
  onLook?(isLooking: boolean): void
}

const waiting = ['a', 'b', 'c', 'd', 'e', 'f']

/** Finished conversations: each is looked at before it is used. */
export function TemplateList({ onChoose, onLook }: TemplateListProps) {
  const [templates, setTemplates] = useState<readonly Template[]>([])
  const [looked, setLooked] = useState<Template>()
  useEffect(() => {
    import('./templates.js').then((it) => setTemplates(it.templates)).catch(showError)
  }, [])
  const look = (template: Template | undefined) => {
    setLooked(template)
    onLook?.(template !== undefined)
  }
  if (looked) {
    return (
      <Part>
        <TemplateView template={looked} onBack={() => look(undefined)} onUse={() => onChoose(looked)} />
      </Part>
    )
  }
  return (
    <div className="templates">
      {templates.length === 0 &&
        waiting.map((key) => <span key={key} className="template-waiting skeleton" aria-hidden />)}
      {templates.map((template) => (
        <button key={template.name} type="button" className="template" onClick={() => look(template)}>
          <ConversationPicture {...flowOpening(template.bot as Flow)} theme={(template.bot.theme ?? {}) as Theme} />
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
