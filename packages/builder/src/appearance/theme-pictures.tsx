import { ImageUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Picture } from '../design/picture.js'
import { safePicture } from '../design/safe-address.js'
import { useUpload } from '../editor/upload-button.js'
import { SwitchField } from '../forms/fields/small-fields.js'
import { t } from '../i18n/i18n.js'
import { gradient, gradients } from './gradient.js'
import { useTheme } from './use-theme.js'

/** Avatars and the background of the page. */
export function ThemePictures() {
  const { theme, change } = useTheme()
  const { background } = theme.general ?? {}
  const picture = background?.type === 'Image' ? background.content : undefined
  return (
    <section className="theme-section" aria-labelledby="theme-pictures">
      <h2 id="theme-pictures">{t('Avatars and background')}</h2>
      <div className="theme-rows">
        {(
          [
            ['hostAvatar', t('Bot avatar'), true],
            ['guestAvatar', t('Visitor avatar'), false],
          ] as const
        ).map(([key, label, isOn]) => (
          <div key={key} className="theme-avatar">
            <PictureField
              label={label}
              address={theme.chat?.[key]?.url}
              onChange={(url) => change([['chat', key, 'url'], url], [['chat', key, 'isEnabled'], true])}
            />
            <SwitchField
              label={label}
              value={theme.chat?.[key]?.isEnabled ?? isOn}
              onChange={(isEnabled) => change([['chat', key, 'isEnabled'], isEnabled])}
            />
          </div>
        ))}
        <div className="theme-avatar">
          <PictureField
            label={t('Background picture')}
            address={picture?.startsWith('data:') ? undefined : picture}
            onChange={(content) =>
              change([
                ['general', 'background'],
                content ? { type: 'Image', content } : { type: 'Color', content: '#ffffff' },
              ])
            }
          />
          <span>{t('Background picture')}</span>
        </div>
        <fieldset className="theme-gradients">
          <legend className="field-label">{t('Gradients')}</legend>
          {gradients.map(([name, from, to]) => {
            const content = gradient(from, to)
            return (
              <button
                key={name}
                type="button"
                className="gradient-choice"
                aria-label={name}
                title={name}
                aria-pressed={picture === content}
                style={{ backgroundImage: `linear-gradient(135deg, ${from}, ${to})` }}
                onClick={() => change([['general', 'background'], { type: 'Image', content }])}
              />
            )
          })}
        </fieldset>
      </div>
    </section>
  )
}

interface PictureFieldProps {
  label: string
  address: string | undefined
  onChange(address: string | undefined): void
}

/** A picture that is uploaded to the bot, or nothing. */
function PictureField({ label, address, onChange }: PictureFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const { take, isBusy } = useUpload(onChange)
  const shown = address && safePicture(address)
  const none = <ImageUp size={16} aria-hidden />
  return (
    <span className="row theme-picture">
      <button
        type="button"
        className="picture-choice"
        disabled={isBusy}
        aria-label={t('Upload: {label}', { label })}
        title={t('Upload a picture')}
        onClick={() => picker.current?.click()}
      >
        {shown ? <Picture src={shown} fallback={none} /> : none}
      </button>
      {address && (
        <button
          type="button"
          className="button plain small icon-only"
          aria-label={t('Remove: {label}', { label })}
          onClick={() => onChange(undefined)}
        >
          <Trash2 size={13} />
        </button>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('File: {label}', { label })}
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </span>
  )
}
