import { useState } from 'react'
import { Dialog } from '../design/dialog.js'
import { Input } from '../design/field.js'
import { safePicture } from '../design/safe-address.js'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { UploadButton, useUpload } from '../editor/upload-button.js'
import { t } from '../i18n/i18n.js'
import './icon-dialog.css'

/** A sign, another emoji, a picture or none, for a bot. */
export default function IconDialog({ icon, onClose }: { icon: string | null; onClose(): void }) {
  const { editing } = useBotEditor()
  const [typed, setTyped] = useState('')
  const [address, setAddress] = useState(icon && safePicture(icon) ? icon : '')
  const choose = (next: string | null) => {
    if (next !== icon) editing.run(t('Change the icon'), setField(['icon'], next))
    onClose()
  }
  const upload = useUpload(choose)
  const sign = signIn(typed)
  return (
    <Dialog
      title={t('Icon of the bot')}
      description={t('Shown beside the name, here and in the list of bots.')}
      onClose={onClose}
    >
      <fieldset className="icon-choices">
        <legend className="visually-hidden">{t('Signs')}</legend>
        {signs.map(([it, name]) => (
          <button
            key={it}
            type="button"
            aria-label={name}
            title={name}
            aria-pressed={it === icon}
            onClick={() => choose(it)}
          >
            {it}
          </button>
        ))}
      </fieldset>
      <Typed
        label={t('Another emoji')}
        value={typed}
        onChange={setTyped}
        use={sign === undefined ? undefined : () => choose(sign)}
      />
      <Typed
        label={t('Address of a picture')}
        placeholder="https://"
        value={address}
        onChange={setAddress}
        use={safePicture(address) ? () => choose(address) : undefined}
      />
      <div className="row">
        <UploadButton {...upload} label={t('File for the icon')} accept="image/*" />
        <span className="grow" />
        <button type="button" className="button plain" disabled={icon === null} onClick={() => choose(null)}>
          {t('No icon')}
        </button>
      </div>
    </Dialog>
  )
}

interface TypedProps {
  label: string
  placeholder?: string
  value: string
  onChange(value: string): void
  /** Undefined while what is typed is none. */
  use: (() => void) | undefined
}

/** An icon that is typed. */
const Typed = ({ use, ...field }: TypedProps) => (
  <form
    className="row end"
    onSubmit={(event) => {
      event.preventDefault()
      use?.()
    }}
  >
    <div className="grow">
      <Input {...field} autoComplete="off" />
    </div>
    <button type="submit" className="button" disabled={!use}>
      {t('Use it')}
    </button>
  </form>
)

/** The one sign in a text, which may be several characters of Unicode; undefined where it is none or more. */
function signIn(text: string): string | undefined {
  const parts = [...new Intl.Segmenter().segment(text.trim())]
  return parts.length === 1 ? parts[0]?.segment : undefined
}

const signs = [
  ['💬', t('Speech bubble')],
  ['👋', t('Waving hand')],
  ['🤖', t('Robot')],
  ['🛎️', t('Bell of a desk')],
  ['⭐', t('Star')],
  ['❤️', t('Heart')],
  ['🎓', t('Cap of a graduate')],
  ['📅', t('Calendar')],
  ['🛒', t('Shopping cart')],
  ['📦', t('Parcel')],
  ['💼', t('Briefcase')],
  ['🏥', t('Hospital')],
  ['🏡', t('House with a garden')],
  ['✈️', t('Aeroplane')],
  ['🍽️', t('Plate with fork and knife')],
  ['🎉', t('Party')],
  ['🧩', t('Puzzle piece')],
  ['💡', t('Light bulb')],
  ['📝', t('Note with a pencil')],
  ['🔧', t('Wrench')],
  ['🌱', t('Seedling')],
] as const
