import type { Block, Theme } from '@colloquy/flow'
import { plainText } from '@colloquy/flow/blocks'
import { shownBlock } from '@colloquy/flow/shown'
import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { openingChat } from '../appearance/sample-chat.js'
import { WidgetFrame } from '../appearance/widget-frame.js'
import { entryOf, tone } from '../catalogue/block-catalogue.js'
import { FlowMap, type MapLine } from '../flow-map/flow-map.js'
import { t } from '../i18n/i18n.js'
import type { Template } from './templates.js'
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
  const chat = useMemo(() => openingChat(groups.flatMap(({ blocks }) => blocks) as Block[]), [groups])
  const entries = groups.flatMap(({ blocks }) => blocks.map((block) => entryOf(block as never)))
  const kinds = new Set(entries.map(({ label }) => label))
  const services = new Set(entries.flatMap(({ logo, label }) => (logo ? label : [])))
  return (
    <section className="template-view" aria-labelledby="template-name">
      <div className="template-begin">
        <h3 id="template-name">{name}</h3>
        <p className="soft">{hint}</p>
        <div className="row">
          {/* biome-ignore lint/a11y/noAutofocus: what was pressed is gone, and this is what comes next */}
          <button type="button" className="button primary" autoFocus onClick={onUse}>
            {t('Use template')}
          </button>
          <button type="button" className="button" onClick={onBack}>
            <ArrowLeft size={14} /> {t('All templates')}
          </button>
        </div>
        <div className="template-live">
          <WidgetFrame title={t('How {name} begins', { name })} theme={(bot.theme ?? {}) as Theme} chat={chat} />
        </div>
        {services.size > 0 && (
          <p className="soft">{t('Works with {services}.', { services: [...services].join(', ') })}</p>
        )}
        <p className="faint">{t('Blocks: {value}.', { value: [...kinds].join(', ') })}</p>
      </div>
      <FlowMap
        label={t('Groups of {name}', { name })}
        groups={groups as never}
        edges={edges as never}
        lookOf={({ blocks }) => ({
          tone: 'plain',
          note: t('{count, plural, one {# block} other {# blocks}}', { count: blocks.length }),
        })}
        linesOf={({ blocks }) => blocks.map(lineOf)}
        isReadable
      />
    </section>
  )
}

function lineOf(block: Block): MapLine {
  const { label, section } = entryOf(block)
  const text = plainText(shownBlock(block.type)?.richText?.(block)) || label
  return { id: block.id, colour: `var(--${tone(section)})`, text }
}
