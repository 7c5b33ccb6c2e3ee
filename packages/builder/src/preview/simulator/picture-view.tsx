import { FileText, List, Music, Video } from 'lucide-react'
import { createElement, type ReactNode } from 'react'
import { Disclosure } from '../../design/disclosure.js'
import { t } from '../../i18n/i18n.js'
import type { Picture } from './chat-state.js'

type Choice = NonNullable<Picture['buttons']>['of'][number]

interface PictureViewProps {
  picture: Picture
  isBusy: boolean
  onPress(choice: Choice): void
}

/** A message as the app shows it. */
export function PictureView({ picture, isBusy, onPress }: PictureViewProps) {
  const { media, text, buttons, list, isPartial } = picture
  return (
    <>
      <div className="sim-bubble">
        {media && <Media media={media} />}
        {text && <p className="sim-text">{text.map(styled)}</p>}
        {isPartial && (
          <p className="faint">{t('A part of this message cannot be drawn. The payload has all of it.')}</p>
        )}
        {buttons?.shape === 'rows' && <Choices of={buttons.of} isBusy={isBusy} onPress={onPress} />}
        {list && (
          <Disclosure
            className="sim-list"
            title={
              <>
                <List size={13} aria-hidden /> {list.button}
              </>
            }
          >
            {list.sections.map((section, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids, and never change
              <section key={index} aria-label={section.title}>
                {section.title && <p className="faint">{section.title}</p>}
                <Choices of={section.rows} isBusy={isBusy} onPress={onPress} />
              </section>
            ))}
          </Disclosure>
        )}
      </div>
      {buttons?.shape === 'chips' && (
        <div className="sim-chips">
          <Choices of={buttons.of} isBusy={isBusy} onPress={onPress} />
        </div>
      )}
    </>
  )
}

interface ChoicesProps {
  of: readonly Choice[]
  isBusy: boolean
  onPress(choice: Choice): void
}

const Choices = ({ of, isBusy, onPress }: ChoicesProps) =>
  of.map((choice) => (
    <button
      key={choice.id}
      type="button"
      className="sim-choice"
      aria-disabled={isBusy}
      onClick={() => !isBusy && onPress(choice)}
    >
      {choice.title}
      {choice.description && <span className="faint">{choice.description}</span>}
    </button>
  ))

const tags = { bold: 'strong', italic: 'em', strikethrough: 's', code: 'code' } as const

function styled({ text, styles = [] }: NonNullable<Picture['text']>[number], index: number): ReactNode {
  const content = styles.reduce<ReactNode>((inner, style) => createElement(tags[style], null, inner), text)
  return <span key={index}>{content}</span>
}

function Media({ media: { kind, url, fileName } }: { media: NonNullable<Picture['media']> }) {
  const address = /^https?:\/\//i.test(url) ? url : undefined
  const name = fileName ?? url.replace(/[?#].*$/s, '').replace(/^.*\//s, '')
  if (kind === 'image') return <img className="sim-image" src={address} alt={name} referrerPolicy="no-referrer" />
  const [Icon, label] = files[kind]
  return (
    <a className="sim-file" href={address} target="_blank" rel="noreferrer">
      <Icon size={16} aria-label={label()} />
      <span className="cut">{name}</span>
    </a>
  )
}

const files = {
  video: [Video, () => t('Video')],
  audio: [Music, () => t('Audio')],
  document: [FileText, () => t('Document')],
} as const
