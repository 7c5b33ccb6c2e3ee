import { ArrowLeft } from 'lucide-react'
import { entryOf } from '../catalogue/block-catalogue.js'
import type { Template } from '../catalogue/templates.js'
import { counted } from '../design/counted.js'
import { FlowMap } from '../flow-map/flow-map.js'
import { TemplatePicture } from './template-picture.js'
import './template-view.css'

interface TemplateViewProps {
  template: Template
  onBack(): void
  onUse(): void
}

/** The whole of a finished conversation: how it begins, its groups, and what it is made of. */
export default function TemplateView({ template, onBack, onUse }: TemplateViewProps) {
  const { name, hint, bot } = template
  const { groups, edges } = bot as Required<Pick<typeof bot, 'groups' | 'edges'>>
  const kinds = new Set(groups.flatMap(({ blocks }) => blocks.map((block) => entryOf(block as never).label)))
  return (
    <section className="template-view" aria-labelledby="template-name">
      <div className="template-begin">
        <TemplatePicture {...template} />
        <h3 id="template-name">{name}</h3>
        <p className="soft">{hint}</p>
        <p className="faint">Made of: {[...kinds].join(', ')}.</p>
        <div className="row">
          {/* biome-ignore lint/a11y/noAutofocus: what was pressed is gone, and this is what comes next */}
          <button type="button" className="button primary" autoFocus onClick={onUse}>
            Use it
          </button>
          <button type="button" className="button" onClick={onBack}>
            <ArrowLeft size={14} /> All of them
          </button>
        </div>
      </div>
      <FlowMap
        label={`Groups of ${name}`}
        groups={groups as never}
        edges={edges as never}
        lookOf={({ blocks }) => ({ tone: 'plain', note: counted(blocks.length, 'block') })}
      />
    </section>
  )
}
