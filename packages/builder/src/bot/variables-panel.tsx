import type { Block, Group, Variable } from '@colloquy/flow'
import { searchable } from '@colloquy/flow/searchable'
import { ChevronDown, Plus, Trash2, User } from 'lucide-react'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useNames } from '../canvas/nodes/use-names.js'
import { entryOf } from '../catalogue/block-catalogue.js'
import { summaryOf } from '../catalogue/summary.js'
import { Input } from '../design/field.js'
import { addVariable } from '../document/commands/add-variable.js'
import { deleteVariable } from '../document/commands/delete-variable.js'
import { renameVariable, variableName } from '../document/commands/rename-variable.js'
import { setField } from '../document/commands/set-field.js'
import { variableFinder } from '../document/names-variable.js'
import { newId } from '../document/new-id.js'
import { nothing, useBotEditor, useDocument } from '../editor/bot-editor.js'
import { useAttributes } from '../editor/use-attributes.js'
import { useMembership } from '../editor/use-membership.js'
import { SwitchField } from '../forms/fields/small-fields.js'
import { t } from '../i18n/i18n.js'

/** The variables of a bot: search, add, rename wherever they are used, delete. */
export default function VariablesPanel() {
  const { editing, isReadOnly } = useBotEditor()
  const variables = useDocument((document) => document.variables)
  const groups = useDocument((document) => document.groups)
  const theme = useDocument((document) => document.theme)
  const settings = useDocument((document) => document.settings)
  const attributes = useAttributes()
  const [name, setName] = useState('')
  const [shownId, setShownId] = useState<string>()
  const locations = useMemo(
    () => groups.flatMap((group) => group.blocks.map((block) => ({ group, block, names: variableFinder(block) }))),
    [groups],
  )
  const pages = useMemo(
    () => [
      { label: t('Theme'), names: variableFinder(theme) },
      { label: t('Settings'), names: variableFinder(settings) },
    ],
    [theme, settings],
  )
  const add = (event: FormEvent) => {
    event.preventDefault()
    const added = variableName(name)
    if (added === '' || isReadOnly) return
    editing.run(
      t('Add variable'),
      addVariable(attributes.find((one) => one.name === added) ?? { id: newId(), name: added }),
    )
    setName('')
  }
  const found = variables.filter((it) => searchable(it.name).includes(searchable(name.trim())))
  return (
    <div className="side-body">
      <form className="row" onSubmit={add}>
        <input
          className="text"
          aria-label={isReadOnly ? t('Find a variable') : t('Find or add a variable')}
          placeholder={isReadOnly ? t('Find') : t('Find or add')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {!isReadOnly && (
          <button type="submit" className="button" disabled={name.trim() === ''}>
            <Plus size={14} /> {t('Add')}
          </button>
        )}
      </form>
      <ul>
        {found.map((variable) => {
          const uses = locations.filter(({ names }) => names(variable))
          const onPages = pages.filter(({ names }) => names(variable)).map(({ label }) => label)
          const isShown = variable.id === shownId
          return (
            <li key={variable.id}>
              <div className="list-row">
                {variable.attribute && <User size={14} aria-label={t('Attribute of the contact')} />}
                <input
                  key={variable.name}
                  className="text grow"
                  aria-label={t('Name of the variable {name}', { name: variable.name })}
                  defaultValue={variable.name}
                  readOnly={isReadOnly || variable.attribute !== undefined}
                  title={variable.attribute && t('Attribute of the contact')}
                  onBlur={(event) => editing.run(t('Rename variable'), renameVariable(variable.id, event.target.value))}
                  onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
                />
                <button
                  type="button"
                  className="button plain small"
                  aria-expanded={isShown}
                  aria-label={t('Where {name} is used: {count, plural, one {# place} other {# places}}', {
                    name: variable.name,
                    count: uses.length + onPages.length,
                  })}
                  title={t('Where it is used')}
                  onClick={() => setShownId(isShown ? undefined : variable.id)}
                >
                  {uses.length + onPages.length} <ChevronDown size={13} />
                </button>
                {!isReadOnly && (
                  <button
                    type="button"
                    className="button plain icon-only"
                    aria-label={t('Delete the variable {name}', { name: variable.name })}
                    onClick={() => editing.run(t('Delete variable'), deleteVariable(variable.id))}
                  >
                    <Trash2 size={15} />
                  </button>
                )}
              </div>
              {isShown && (
                <>
                  {!isReadOnly && <DefaultValue variable={variable} />}
                  {variable.attribute && <AttributeNote />}
                  {!isReadOnly && !variable.attribute && (
                    <KeepSwitch variable={variable} uses={uses.map(({ block }) => block)} />
                  )}
                  {!isReadOnly && <PrivateSwitch variable={variable} />}
                  <Uses uses={uses} pages={onPages} />
                </>
              )}
            </li>
          )
        })}
      </ul>
      {variables.length === 0 && (
        <p className="soft">{t('Variables keep answers and values, to be used in texts and conditions.')}</p>
      )}
    </div>
  )
}

/** The initial value of a variable when a conversation starts. A list is shown as JSON. */
function DefaultValue({ variable }: { variable: Variable }) {
  const { editing } = useBotEditor()
  const stored = shownDefault(variable.value)
  const [draft, setDraft] = useState(stored)
  useEffect(() => setDraft(stored), [stored])
  const save = () => {
    if (draft === stored) return
    const value = readDefault(draft, Array.isArray(variable.value))
    editing.run(t('Set a default value'), setField(['variables', `#${variable.id}`, 'value'], value))
  }
  return (
    <Input
      label={t('Default value')}
      value={draft}
      onChange={setDraft}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  )
}

const shownDefault = (value: Variable['value']): string =>
  Array.isArray(value) ? JSON.stringify(value) : (value ?? '')

/** A list remains a list if its JSON is valid. */
function readDefault(text: string, wasList: boolean): string | (string | null)[] | undefined {
  if (text === '') return undefined
  if (!wasList) return text
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((item) => item === null || typeof item === 'string')) return list
  } catch {}
  return text
}

/** Switch that shows a variable in results. Variables that an input saves always appear there. */
function KeepSwitch({ variable, uses }: { variable: Variable; uses: readonly Block[] }) {
  const { editing } = useBotEditor()
  const isAnswer = uses.some((block) => {
    const { options } = block as { options?: { variableId?: string } }
    return block.type.endsWith('input') && options?.variableId === variable.id
  })
  if (isAnswer) return <p className="faint">{t('In results, as it keeps an answer.')}</p>
  return (
    <SwitchField
      label={t('In results')}
      value={variable.isSessionVariable !== true}
      onChange={(isKept) =>
        editing.run(
          isKept ? t('Show a variable in results') : t('Leave a variable out of results'),
          setField(['variables', `#${variable.id}`, 'isSessionVariable'], !isKept),
        )
      }
    />
  )
}

/** Explains that results do not have an attribute, and leads to the page of contacts. */
function AttributeNote() {
  const { bot } = useBotEditor()
  const { isMember } = useMembership()
  return (
    <>
      <p className="faint">
        {t(
          'An attribute of the contact. Results name their contact, who has the value: it can change after the conversation.',
        )}
      </p>
      {isMember && (
        <Link className="link" href={`/workspaces/${bot.workspaceId}/settings/contacts`}>
          {t('Attributes of contacts')}
        </Link>
      )}
    </>
  )
}

/** Switch that keeps a variable private: language models receive a token in place of its value. */
function PrivateSwitch({ variable }: { variable: Variable }) {
  const { editing } = useBotEditor()
  return (
    <SwitchField
      label={t('Private: not sent to language models')}
      value={variable.isPrivate}
      onChange={(isPrivate) =>
        editing.run(
          isPrivate ? t('Make a variable private') : t('Make a variable public'),
          setField(['variables', `#${variable.id}`, 'isPrivate'], isPrivate || undefined),
        )
      }
    />
  )
}

/** The blocks that use a variable, each a link to it, and the pages whose texts name it. */
function Uses({ uses, pages }: { uses: readonly { group: Group; block: Block }[]; pages: readonly string[] }) {
  const { view } = useBotEditor()
  const names = useNames()
  if (uses.length + pages.length === 0) return <p className="faint">{t('No block uses it.')}</p>
  return (
    <ul className="uses">
      {uses.map(({ group, block }) => (
        <li key={block.id}>
          <button
            type="button"
            className="menu-item"
            // The panel stays open, so that the blocks can be visited one by one.
            onClick={() => view.set({ ...nothing, blockId: block.id, focus: { nodeId: group.id, blockId: block.id } })}
          >
            <span className="grow cut">{summaryOf(block, names) || entryOf(block).label}</span>
            <span className="faint cut">{group.title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
