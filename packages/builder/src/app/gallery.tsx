import { Archive, Braces, Check, Copy, Ellipsis, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { catalogueEntries, sections, tone } from '../catalogue/block-catalogue.js'
import { BlockIcon } from '../catalogue/block-icon.js'
import { ContrastControl, ThemeControl } from '../design/appearance-controls.js'
import { Combobox } from '../design/combobox.js'
import { Confirm } from '../design/confirm.js'
import { CopyLine } from '../design/copy-line.js'
import { Dialog } from '../design/dialog.js'
import { Disclosure } from '../design/disclosure.js'
import { ErrorNotice } from '../design/error-notice.js'
import { Field, Input, PasswordInput, Switch } from '../design/field.js'
import { Keys } from '../design/keys.js'
import { Menu, MenuItem, MenuLine } from '../design/menu.js'
import { SearchField } from '../design/search-field.js'
import { Segments } from '../design/segments.js'
import { Select } from '../design/select.js'
import { SuggestInput } from '../design/suggest-input.js'
import { Table } from '../design/table.js'
import { TabList, TabPanel, Tabs } from '../design/tabs.js'
import { showToast } from '../design/toasts.js'
import './gallery.css'

/** Every component of the builder in every state, for those who change or use them. */
export default function Gallery() {
  return (
    <main className="gallery">
      <div className="page-inner">
        <header className="row wrap">
          <h1 className="grow">Components</h1>
          <ThemeControl />
          <ContrastControl />
        </header>
        <Type />
        <Colours />
        <Buttons />
        <Fields />
        <Parts />
        <Overlays />
        <Surfaces />
        <Blocks />
      </div>
    </main>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

const Type = () => (
  <Part title="Type">
    <p className="type-22">22/28 · 650 Page title</p>
    <p className="type-16">16/24 · 600 Section title</p>
    <p className="type-14">14/20 · Body text with 1,234.56 and a “quotation”</p>
    <p className="type-13">13/20 · Fields, menus and tables</p>
    <p className="type-12">12/16 · Labels and hints</p>
    <p>
      Text with a <span className="chip">Variable</span>, a <a href="/docs">documentation link</a>, keys{' '}
      <Keys keys="mod K" /> and <code>code</code>
    </p>
  </Part>
)

const grounds = ['page', 'surface', 'raised', 'sunken', 'field', 'hover', 'canvas'] as const
const signs = ['accent', 'danger', 'warning', 'good', 'bubble', 'input', 'logic', 'link', 'event', 'chip'] as const
const lines = ['line', 'line-strong', 'control', 'edge'] as const

const Colours = () => (
  <Part title="Colours">
    <Swatches names={grounds} />
    <Swatches names={signs} />
    <Swatches names={signs.map((name) => `${name}-soft`)} />
    <Swatches names={lines} />
  </Part>
)

const Swatches = ({ names }: { names: readonly string[] }) => (
  <ul className="swatches">
    {names.map((name) => (
      <li key={name}>
        <span style={{ background: `var(--${name})` }} />
        {name}
      </li>
    ))}
  </ul>
)

const Buttons = () => (
  <Part title="Buttons">
    {(['primary', '', 'plain', 'danger'] as const).map((look) => (
      <div className="row wrap" key={look}>
        <button type="button" className={`button ${look}`}>
          <Check size={14} aria-hidden /> Button
        </button>
        <button type="button" className={`button ${look}`} disabled>
          Disabled
        </button>
        <button type="button" className={`button small ${look}`}>
          Small
        </button>
        <button type="button" className={`button icon-only ${look}`} aria-label={`Copy, ${look || 'default'}`}>
          <Copy size={15} />
        </button>
        <button type="button" className={`button ${look}`} aria-pressed="true">
          Pressed
        </button>
      </div>
    ))}
    <div className="row wrap">
      <button type="button" className="link">
        Link button
      </button>
      {(['', 'good', 'warning', 'danger'] as const).map((look) => (
        <span key={look} className={`tag ${look}`}>
          {look || 'neutral'}
        </span>
      ))}
    </div>
  </Part>
)

const choices = [
  ['one', 'First choice'],
  ['two', 'Second choice'],
  ['three', 'A choice with a long name that does not fit'],
] as const

function Fields() {
  const [text, setText] = useState('')
  const [choice, setChoice] = useState('one')
  const [variable, setVariable] = useState('Name')
  const [isOn, setOn] = useState(true)
  return (
    <Part title="Fields">
      <div className="fields">
        <Input label="Text" value={text} placeholder="Placeholder" hint="A hint below the field" onChange={setText} />
        <Input label="Invalid" value="mira" aria-invalid onChange={() => undefined} />
        <Input label="Disabled" value="Cannot be changed" disabled onChange={() => undefined} />
        <PasswordInput label="Password" value="secret" autoComplete="off" onChange={() => undefined} />
        <Select label="Select" value={choice} choices={choices} onChange={setChoice} />
        <Select
          label="Select with headings"
          hint="A hint below the select"
          value={choice}
          choices={[
            ['Short', choices.slice(0, 2)],
            ['Long', choices.slice(2)],
          ]}
          onChange={setChoice}
        />
        <Select label="Select, disabled" value="one" choices={choices} disabled onChange={setChoice} />
        <SuggestInput
          label="Text with suggestions"
          value={text}
          suggestions={[{ value: 'gpt-5', label: 'The largest' }, { value: 'gpt-5-mini' }]}
          onChange={setText}
        />
        <Field id="gallery-variable" label="Combobox">
          <Combobox
            id="gallery-variable"
            value={variable}
            suggestions={['Name', 'Address', 'Score'].map((value) => ({ value, icon: Braces }))}
            offerNew={(name) => `Create “${name}”`}
            newIcon={Plus}
            onCommit={setVariable}
          />
        </Field>
        <SearchField label="Search" placeholder="Search" value={text} onChange={setText} />
        <Segments
          label="Segments"
          value={choice}
          choices={[
            ['one', 'List'],
            ['two', 'Canvas'],
          ]}
          onChange={setChoice}
        />
      </div>
      <Switch label="Switch, on" isOn={isOn} onChange={setOn} />
      <Switch label="Switch, off" isOn={!isOn} onChange={(isOff) => setOn(!isOff)} />
      <CopyLine text="https://chat.example.com/hello" />
    </Part>
  )
}

function Parts() {
  const [tab, setTab] = useState<'colours' | 'shapes' | 'later'>('colours')
  const [isOpen, setOpen] = useState(true)
  return (
    <Part title="Parts">
      <Tabs value={tab} onChange={setTab}>
        <TabList
          label="Tabs"
          tabs={[
            ['colours', 'Colours'],
            ['shapes', 'Shapes'],
            ['later', 'Disabled tab'],
          ]}
          disabled={['later']}
        />
        <TabPanel value="colours">
          <p className="soft">What the open tab shows.</p>
        </TabPanel>
        <TabPanel value="shapes">
          <p className="soft">Another part of the page.</p>
        </TabPanel>
        <TabPanel value="later">
          <p className="soft">Cannot be opened now.</p>
        </TabPanel>
      </Tabs>
      <Disclosure title="Disclosure, closed">
        <p className="soft">What is rarely needed stands here.</p>
      </Disclosure>
      <Disclosure title="Disclosure, open" isOpen={isOpen} onToggle={setOpen}>
        <p className="soft">What is rarely needed stands here.</p>
      </Disclosure>
      <Table
        caption="Table"
        head={
          <>
            <th scope="col">Name</th>
            <th scope="col">Value</th>
          </>
        }
      >
        <tr>
          <td>TXT</td>
          <td>
            <code>colloquy-verification=8d2f</code>
          </td>
        </tr>
      </Table>
      <Table
        isNumeric
        caption="Table of numbers"
        head={
          <>
            <th scope="col">Question</th>
            <th scope="col">Answers</th>
            <th scope="col">Average</th>
          </>
        }
      >
        <tr>
          <td className="name">Team size</td>
          <td>1,204</td>
          <td>37.5</td>
        </tr>
        <tr>
          <td className="name">Rating</td>
          <td>981</td>
          <td>4.6</td>
        </tr>
      </Table>
      <Table isNumeric scrollLabel="Table that scrolls" head={<ScrolledHead />}>
        {Array.from({ length: 14 }, (_, day) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
          <tr key={day}>
            <td>Nov {day + 1}</td>
            <td>{day * 3}</td>
          </tr>
        ))}
      </Table>
    </Part>
  )
}

const ScrolledHead = () => (
  <>
    <th scope="col">When</th>
    <th scope="col">Views</th>
  </>
)

function Overlays() {
  const [shown, setShown] = useState<'dialog' | 'confirm'>()
  const close = () => setShown(undefined)
  return (
    <Part title="Overlays">
      <div className="row wrap">
        <Menu
          trigger={
            <button type="button" className="button">
              <Ellipsis size={15} /> Menu
            </button>
          }
        >
          <MenuItem icon={<Copy size={15} />} keys="mod D" onSelect={() => showToast('Duplicated')}>
            Duplicate
          </MenuItem>
          <MenuItem icon={<Archive size={15} />} onSelect={() => showToast('Archived')}>
            Archive
          </MenuItem>
          <MenuLine />
          <MenuItem icon={<Trash2 size={15} />} isDanger onSelect={() => setShown('confirm')}>
            Delete…
          </MenuItem>
        </Menu>
        <button type="button" className="button" onClick={() => setShown('dialog')}>
          Dialog
        </button>
        <button type="button" className="button" onClick={() => setShown('confirm')}>
          Confirmation
        </button>
        <button
          type="button"
          className="button"
          onClick={() => showToast('Saved', { label: 'Undo', run: () => showToast('Undone') })}
        >
          Toast
        </button>
      </div>
      {shown === 'dialog' && (
        <Dialog title="New folder" description="Folders keep bots together." onClose={close}>
          <Input label="Name" value="" onChange={() => undefined} />
          <div className="dialog-actions">
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
            <button type="button" className="button primary" onClick={close}>
              Create
            </button>
          </div>
        </Dialog>
      )}
      {shown === 'confirm' && (
        <Confirm
          title="Delete the bot?"
          text="Its results are deleted with it. This cannot be undone."
          action="Delete"
          onConfirm={async () => undefined}
          onClose={close}
        />
      )}
    </Part>
  )
}

const Surfaces = () => (
  <Part title="Surfaces">
    <p className="notice">A notice says what to know.</p>
    <p className="notice warning">
      <TriangleAlert size={16} aria-hidden /> A warning says what may go wrong.
    </p>
    <ErrorNotice error={new Error('An error says what happened and what to do.')} />
    <div className="empty">
      <Archive size={24} aria-hidden />
      <p>An empty state says what to do next.</p>
      <button type="button" className="button">
        New bot
      </button>
    </div>
  </Part>
)

const Blocks = () => (
  <Part title="Blocks">
    {sections.map((section) => (
      <ul key={section} className="swatches" style={coloursOf(section)}>
        {catalogueEntries
          .filter(([, entry]) => entry.section === section)
          .map(([type, { label }]) => (
            <li key={type}>
              <BlockIcon type={type} />
              {label}
            </li>
          ))}
      </ul>
    ))}
  </Part>
)

const coloursOf = (section: (typeof sections)[number]) =>
  ({ '--tone': `var(--${tone(section)})`, '--tone-soft': `var(--${tone(section)}-soft)` }) as CSSProperties
