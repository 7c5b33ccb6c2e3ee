import { useEffect, useRef, useState } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { t } from '../i18n/i18n.js'
import { LinkedText, Media } from '../results/linked-text.js'
import { choicesAt, exitTaken, nameOfTurn, type OtherReply, type RecordedTurn, textOf } from './recording.js'

interface TurnListProps {
  turns: readonly RecordedTurn[]
  at: number
  /** Replies that replace the recorded ones. */
  others: readonly OtherReply[]
  /** True if replies can be replaced. */
  mayAnswer: boolean
  onGo(at: number): void
  onAnswer(text: string, turn: number): void
}

/** The conversation, turn by turn. Selecting a turn goes to its place in time; a reply can be replaced by another. */
export function TurnList({ turns, at, others, mayAnswer, onGo, onAnswer }: TurnListProps) {
  const { editing } = useBotEditor()
  const [asking, setAsking] = useState<number>()
  /** The turn whose form was open last: the focus returns to its button. */
  const [asked, setAsked] = useState<number>()
  const ask = (index: number | undefined) => {
    setAsked(asking)
    setAsking(index)
  }
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <section>
      <h2>{t('Conversation')}</h2>
      <ol className="recording-turns" ref={list}>
        {turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are numbered, and never move
          <li key={index} aria-current={index === at ? 'step' : undefined} data-later={index > at}>
            <div className="row">
              <button type="button" className="link turn-name" onClick={() => onGo(index)}>
                {t('Turn {index}', { index: index + 1 })}
                <span className="visually-hidden">: {nameOfTurn(turn)}</span>
              </button>
              {others.some((other) => other.turn === index) && <span className="tag">{t('What if')}</span>}
              <ExitTag exit={exitTaken(turns, index, editing.document)} />
              {turn.isRejected && <span className="tag warning">{t('Rejected')}</span>}
              {turn.computed && <span className="tag warning">{t('Differs')}</span>}
              {turn.logs?.some(({ status }) => status === 'error' || status === undefined) && (
                <span className="tag danger">{t('Error')}</span>
              )}
              <span className="grow" />
              {mayAnswer && index > 0 && turn.reply && asking !== index && (
                <button
                  type="button"
                  className="button plain small"
                  // biome-ignore lint/a11y/noAutofocus: its form has just been closed
                  autoFocus={index === asked}
                  onClick={() => ask(index)}
                >
                  {t('What if…')}
                  <span className="visually-hidden"> {t('at turn {index}', { index: index + 1 })}</span>
                </button>
              )}
            </div>
            {turn.reply && <Entry entry={turn.reply} />}
            {asking === index && (
              <OtherReplyForm
                before={turn.reply ? textOf(turn.reply) : ''}
                choices={choicesAt(turns, index, editing.document)}
                onCancel={() => ask(undefined)}
                onAnswer={(text) => {
                  ask(undefined)
                  onAnswer(text, index)
                }}
              />
            )}
            {turn.entries.map((entry, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids, and never move
              <Entry key={position} entry={entry} />
            ))}
            {turn.computed && (
              <Disclosure title={t('What the release says today')}>
                {turn.computed.length === 0 && <p className="faint">{t('Nothing')}</p>}
                {turn.computed.map((entry, position) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: entries have no ids, and never move
                  <Entry key={position} entry={entry} />
                ))}
              </Disclosure>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function ExitTag({ exit }: { exit: string | undefined }) {
  return exit === undefined ? null : <span className="tag">{exit}</span>
}

function Entry({ entry }: { entry: RecordedTurn['entries'][number] }) {
  return (
    <div className={entry.role === 'user' ? 'said' : 'heard'}>
      {entry.type === 'text' ? (
        <LinkedText text={entry.text ?? ''} />
      ) : (
        <Media address={entry[entry.type] ?? ''} kind={entry.type} />
      )}
    </div>
  )
}

interface OtherReplyFormProps {
  before: string
  /** Answers that the question offers, if any. */
  choices: readonly string[]
  onAnswer(text: string): void
  onCancel(): void
}

function OtherReplyForm({ before, choices, onAnswer, onCancel }: OtherReplyFormProps) {
  const [text, setText] = useState(before)
  return (
    <form
      className="row wrap what-if"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== before) onAnswer(text)
        else onCancel()
      }}
    >
      {choices.length > 0 && (
        <fieldset className="row wrap choices" aria-label={t('Answers to choose from')}>
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className="button small"
              aria-pressed={choice === before}
              onClick={() => (choice === before ? onCancel() : onAnswer(choice))}
            >
              {choice}
            </button>
          ))}
        </fieldset>
      )}
      <label className="grow">
        {choices.length > 0 ? t('Or what if they had written') : t('What if they had said')}
        <input
          className="text"
          value={text}
          maxLength={10_000}
          // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed
          autoFocus
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
      </label>
      <button type="submit" className="button primary small">
        {t('Show')}
      </button>
      <button type="button" className="button small" onClick={onCancel}>
        {t('Cancel')}
      </button>
    </form>
  )
}
