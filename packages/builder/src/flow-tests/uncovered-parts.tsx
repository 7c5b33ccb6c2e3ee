import type { Coverage, FlowTest, MissingTarget } from '@colloquy/prove'
import { useState } from 'react'
import { Disclosure } from '../design/disclosure.js'
import { ErrorNotice } from '../design/error-notice.js'
import { useAttempt } from '../design/use-attempt.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useShowBlock } from '../editor/use-show-block.js'
import { t } from '../i18n/i18n.js'
import { linkedSources, sourceOf } from './background-run.js'
import { ask } from './worker.js'

/** The most parts that are listed. */
const maxListed = 20
/** The longest name of a test. */
const maxCharacters = 200

/** Blocks and edges that no test visits, each with a test that synthetic visitors write for it. */
export function UncoveredParts({ coverage, onDraft }: { coverage: Coverage; onDraft(test: FlowTest): void }) {
  const { bot, editing } = useBotEditor()
  const { nameOf, nameOfEdge, nameOfSide } = useShowBlock()
  const { attempt, isBusy, error } = useAttempt()
  /** For which no way was found. */
  const [lost, setLost] = useState<string>()
  const open = <T extends { isCovered: boolean }>(parts: readonly T[]) => parts.filter(({ isCovered }) => !isCovered)
  // A side with an edge is listed as that edge.
  const sides = open(coverage.sides).filter(({ edgeId }) => edgeId === undefined)
  const parts: (readonly [MissingTarget, () => string])[] = [
    ...open(coverage.blocks).map(({ id }) => [{ blockId: id }, () => nameOf(id)] as const),
    ...open(coverage.edges).map(({ id }) => [{ edgeId: id }, () => nameOfEdge(id)] as const),
    ...sides.map(({ id, blockId, itemId }) => [{ sideId: id }, () => nameOfSide(blockId, itemId)] as const),
  ]
  if (parts.length === 0) return null
  // Names are found by searching the flow.
  const listed = parts.slice(0, maxListed).map(([target, nameIt]) => ({ target, name: nameIt() }))
  const write = (name: string, target: MissingTarget) =>
    attempt(async () => {
      setLost(undefined)
      const draft = sourceOf(bot.id, 'draft', editing.document)
      const linked = await linkedSources(bot.id, editing.document)
      const test = await ask('missing', { target, draft, linked })
      if (test) onDraft({ ...test, name: t('Reaches {name}', { name }).slice(0, maxCharacters) })
      else setLost(name)
    })
  return (
    <Disclosure
      title={t('{count, plural, one {# part without a test} other {# parts without a test}}', { count: parts.length })}
    >
      <ErrorNotice error={error} />
      {lost !== undefined && (
        <p role="alert">{t('No visitor reached {name}. Record this test by hand.', { name: lost })}</p>
      )}
      <ul>
        {listed.map(({ name, target }) => (
          <li key={JSON.stringify(target)} className="row">
            <span className="grow cut" title={name}>
              {name}
            </span>
            <button
              type="button"
              className="button small"
              disabled={isBusy}
              aria-label={t('Write the test for {name}', { name })}
              onClick={() => void write(name, target)}
            >
              {t('Write the test')}
            </button>
          </li>
        ))}
      </ul>
      {parts.length > maxListed && (
        <p className="faint">{t('and {count} more', { count: parts.length - maxListed })}</p>
      )}
    </Disclosure>
  )
}
