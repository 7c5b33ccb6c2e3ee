import { useState } from 'react'
import { CopyButton } from '../design/copy-button.js'
import { Input, Select } from '../design/field.js'
import { Segments } from '../design/segments.js'
import {
  apiSnippet,
  type EmbedOptions,
  frameSnippet,
  htmlSnippet,
  type Kind,
  type Place,
  reactSnippet,
  usualOptions,
} from './snippets.js'

const kinds: readonly (readonly [Kind, string, string])[] = [
  ['standard', 'In the page', 'The chat is a part of the page, as large as you say.'],
  ['bubble', 'Bubble', 'A round button at the foot of the page opens the chat.'],
  ['popup', 'Window', 'The chat opens above the page, by a button of yours or by itself.'],
]

const targets = ['HTML', 'React', 'Frame'] as const
type Target = (typeof targets)[number]

/** Code that puts the bot into other pages, as it is wanted there. */
export function EmbedCard({ place }: { place: Place }) {
  const [kind, setKind] = useState<Kind>('standard')
  const [target, setTarget] = useState<Target>('HTML')
  const [options, setOptions] = useState(usualOptions)
  const change = (part: Partial<EmbedOptions>) => setOptions({ ...options, ...part })
  const open = targets.filter((it) => it !== 'Frame' || kind === 'standard')
  const shown = open.includes(target) ? target : 'HTML'
  const code =
    shown === 'Frame'
      ? frameSnippet(options, place)
      : shown === 'React'
        ? reactSnippet(kind, options, place)
        : htmlSnippet(kind, options, place)
  return (
    <section className="card">
      <h2>In your pages</h2>
      <div className="kinds">
        {kinds.map(([id, label, hint]) => (
          <label key={id} className="kind">
            <input type="radio" name="kind" checked={kind === id} onChange={() => setKind(id)} />
            <KindPicture kind={id} />
            <strong>{label}</strong>
            <span className="faint">{hint}</span>
          </label>
        ))}
      </div>
      <KindFields kind={kind} options={options} onChange={change} />
      <div className="row">
        <Segments label="Code for" value={shown} choices={open.map((it) => [it, it])} onChange={setTarget} />
        <span className="grow" />
        <CopyButton label={`Copy the code: ${shown}`} text={code} />
      </div>
      <Code label={`Code for ${shown}`} code={code} />
    </section>
  )
}

/** Code that begins a chat without any page of ours. */
export function ApiCard({ place }: { place: Omit<Place, 'page'> }) {
  const code = apiSnippet(place)
  return (
    <section className="card">
      <div className="row">
        <div className="grow">
          <h2>From a program</h2>
          <p className="soft">
            The first answer holds the messages, the first question and the id of the session for replies. All of it is
            in the{' '}
            <a href="/api/docs" target="_blank" rel="noopener">
              reference of the API
            </a>
            .
          </p>
        </div>
        <CopyButton label="Copy the code: API" text={code} />
      </div>
      <Code label="Code for programs" code={code} />
    </section>
  )
}

const Code = ({ label, code }: { label: string; code: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
  <section className="snippet" tabIndex={0} aria-label={label}>
    <pre>{code}</pre>
  </section>
)

interface KindFieldsProps {
  kind: Kind
  options: EmbedOptions
  onChange(change: Partial<EmbedOptions>): void
}

function KindFields({ kind, options, onChange }: KindFieldsProps) {
  const { width, height, placement, size, colour, invitation, delay } = options
  const delayField = (
    <Input
      label={kind === 'popup' ? 'Opens by itself after (seconds)' : 'Shown after (seconds)'}
      type="number"
      min={0}
      value={delay === undefined ? '' : String(delay)}
      placeholder="Never"
      onChange={(value) => onChange({ delay: value === '' ? undefined : Math.max(0, Number(value)) })}
    />
  )
  if (kind === 'popup') return <div className="fields">{delayField}</div>
  if (kind === 'standard') {
    return (
      <div className="fields">
        <Input label="Width" value={width} onChange={(value) => onChange({ width: value })} />
        <Input label="Height" value={height} onChange={(value) => onChange({ height: value })} />
      </div>
    )
  }
  return (
    <div className="fields">
      <Select
        label="Corner"
        value={placement}
        choices={[
          ['right', 'Right'],
          ['left', 'Left'],
        ]}
        onChange={(value) => onChange({ placement: value as 'left' | 'right' })}
      />
      <Select
        label="Button"
        value={size}
        choices={[
          ['medium', 'Medium'],
          ['large', 'Large'],
        ]}
        onChange={(value) => onChange({ size: value as 'medium' | 'large' })}
      />
      <Input
        label="Colour of the button"
        value={colour}
        placeholder="As it comes, or #4f46e5"
        onChange={(value) => onChange({ colour: value })}
      />
      <Input
        label="Said beside it"
        value={invitation}
        placeholder="Nothing, or: Any questions?"
        onChange={(value) => onChange({ invitation: value })}
      />
      {invitation !== '' && delayField}
    </div>
  )
}

/** A page in outline, with the chat where it would be. */
const KindPicture = ({ kind }: { kind: Kind }) => (
  <svg viewBox="0 0 120 64" aria-hidden="true" className="kind-picture">
    <rect className="paper" width="120" height="64" rx="6" />
    <path className="line" d="M12 14h46M12 24h96M12 34h96M12 44h70" />
    {kind === 'standard' && <rect className="chat" x="12" y="20" width="96" height="36" rx="4" />}
    {kind === 'bubble' && (
      <>
        <rect className="chat" x="72" y="8" width="40" height="38" rx="4" />
        <circle className="chat" cx="106" cy="54" r="6" />
      </>
    )}
    {kind === 'popup' && (
      <>
        <rect className="veil" width="120" height="64" rx="6" />
        <rect className="chat" x="36" y="10" width="48" height="44" rx="4" />
      </>
    )}
  </svg>
)
