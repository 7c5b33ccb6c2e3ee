import { useEffect, useState } from 'react'
import { useStore } from '../../design/store.js'
import { t } from '../../i18n/i18n.js'
import { useBotEditor, useDocument } from '../bot-editor.js'
import { keyOf, nameOf, type Person } from './presence.js'
import './people.css'

/** People beyond this number are only counted. The name of the bot needs the space in narrow windows, and even more on phones. */
const max = { wide: 4, narrow: 2, phone: 1 }
const windows = Object.keys(max) as (keyof typeof max)[]

/** Classes that hide a face in windows with space for fewer. */
const hiddenWhere = (index: number): string =>
  windows
    .filter((window) => index >= max[window])
    .map((window) => `not-${window}`)
    .join(' ')

/** People who have the bot open elsewhere: who they are and where they work, for the eye and for screen readers. */
export default function People() {
  const { presence, show } = useBotEditor()
  const people = useStore(presence.people, (it) => it.people)
  const groups = useDocument((document) => document.groups)
  const titleOf = ({ groupId }: Person) => groups.find(({ id }) => id === groupId)?.title
  const shown = people.slice(0, max.wide)
  return (
    <>
      <ul className="people" aria-label={t('Also here')}>
        {shown.map((person, index) => {
          const title = titleOf(person)
          const words = title === undefined ? nameOf(person) : t('{name}, at {title}', { name: nameOf(person), title })
          const face = (
            <span className="face" data-colour={person.colour}>
              {initialsOf(person)}
            </span>
          )
          return (
            <li key={keyOf(person)} title={words} className={hiddenWhere(index)}>
              {title === undefined ? (
                <span role="img" aria-label={words}>
                  {face}
                </span>
              ) : (
                <button
                  type="button"
                  className="face-button"
                  aria-label={t('{words}. Show', { words })}
                  onClick={() => show({ nodeId: person.groupId! })}
                >
                  {face}
                </button>
              )}
            </li>
          )
        })}
        {windows.map(
          (window) =>
            people.length > max[window] && (
              <More key={window} people={people.slice(max[window])} className={`only-${window}`} />
            ),
        )}
      </ul>
      <PeopleNotices people={people} titleOf={titleOf} />
    </>
  )
}

const More = ({ people, className }: { people: readonly Person[]; className: string }) => (
  <li className={`more ${className}`} title={people.map(nameOf).join(', ')}>
    +{people.length}
  </li>
)

const initialsOf = (person: Person): string =>
  nameOf(person)
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** Milliseconds in which changes are collected, so that one sentence announces them. */
const calm = 1500

/** Announces to screen readers who came, left or moved where, once no more changes arrive. */
function PeopleNotices({
  people,
  titleOf,
}: {
  people: readonly Person[]
  titleOf(person: Person): string | undefined
}) {
  const [told, setTold] = useState<ReadonlyMap<string, string>>(new Map())
  const [words, setWords] = useState('')
  const now = new Map(people.map((person) => [nameOf(person), titleOf(person) ?? '']))
  const text = JSON.stringify([...now])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for everything that is announced
  useEffect(() => {
    const timer = setTimeout(() => {
      const notices = [
        ...[...now].filter(([name]) => !told.has(name)).map(([name]) => t('{name} is here.', { name })),
        ...[...now]
          .filter(([name, title]) => title !== '' && told.get(name) !== title)
          .map(([name, title]) => t('{name} is at {title}.', { name, title })),
        ...[...told.keys()].filter((name) => !now.has(name)).map((name) => t('{name} has left.', { name })),
      ]
      if (notices.length === 0) return
      setWords(notices.join(' '))
      setTold(now)
    }, calm)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="visually-hidden" role="status">
      {words}
    </span>
  )
}
