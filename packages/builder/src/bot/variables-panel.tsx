import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { addVariable } from '../document/commands/add-variable.js'
import { deleteVariable } from '../document/commands/delete-variable.js'
import { renameVariable } from '../document/commands/rename-variable.js'
import { newId } from '../document/new-id.js'
import { useDocument, useStudio } from './studio.js'

/** The variables of a bot: found, added, renamed wherever they are named, deleted. */
export default function VariablesPanel() {
  const { editing } = useStudio()
  const variables = useDocument((document) => document.variables)
  const groups = useDocument((document) => document.groups)
  const [name, setName] = useState('')
  const text = JSON.stringify(groups)
  const uses = (id: string, title: string) => text.split(`"${id}"`).length + text.split(`{{${title}}}`).length - 2
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    editing.run('Add variable', addVariable({ id: newId(), name: name.trim() }))
    setName('')
  }
  const found = variables.filter((it) => it.name.toLowerCase().includes(name.trim().toLowerCase()))
  return (
    <div className="side-body">
      <form className="row" onSubmit={add}>
        <input
          className="text"
          aria-label="Find or add a variable"
          placeholder="Find or add"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button" disabled={name.trim() === ''}>
          <Plus size={14} /> Add
        </button>
      </form>
      <ul>
        {found.map((variable) => (
          <li key={variable.id} className="list-row">
            <input
              key={variable.name}
              className="text grow"
              aria-label={`Name of the variable ${variable.name}`}
              defaultValue={variable.name}
              onBlur={(event) => editing.run('Rename variable', renameVariable(variable.id, event.target.value.trim()))}
              onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
            />
            <span className="tag" title="Places that use it">
              {uses(variable.id, variable.name)}
            </span>
            <button
              type="button"
              className="button plain icon-only"
              aria-label={`Delete the variable ${variable.name}`}
              onClick={() => editing.run('Delete variable', deleteVariable(variable.id))}
            >
              <Trash2 size={15} />
            </button>
          </li>
        ))}
      </ul>
      {variables.length === 0 && (
        <p className="soft">Variables keep answers and values, to be used in texts and conditions.</p>
      )}
    </div>
  )
}
