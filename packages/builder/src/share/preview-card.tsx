import type { Settings } from '@colloquy/flow'
import { Input, Switch } from '../design/field.js'
import { Picture } from '../design/picture.js'
import { safePicture } from '../design/safe-address.js'
import { setField } from '../document/commands/set-field.js'
import { useBotEditor, useDocument } from '../editor/bot-editor.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'
import { t } from '../i18n/i18n.js'

type Metadata = NonNullable<Settings['metadata']>

/** Preview of the link in posts, browser tabs and search engines. Changes are edits of the draft. */
export function PreviewCard({ publicId, host }: { publicId: string | null; host: string }) {
  const { editing, isReadOnly } = useBotEditor()
  const name = useDocument((document) => document.name)
  const metadata = useDocument((document) => document.settings.metadata) as Metadata | undefined
  const { title, description, imageUrl, favIconUrl, allowIndexing } = metadata ?? {}
  const set = (key: keyof Metadata, value: unknown) =>
    editing.run(t('Edit link preview'), setField(['settings', 'metadata', key], value), `metadata ${key}`)
  const picture = imageUrl && safePicture(imageUrl)
  return (
    <section className="card" data-form="link-preview">
      <div>
        <h2>{t('Link preview')}</h2>
        <p className="soft">
          {isReadOnly
            ? t('As the draft has it: visitors get it with the next publishing.')
            : t('Changes here are part of the draft: publish to show them.')}
        </p>
      </div>
      <div className="link-preview" aria-hidden>
        {picture ? (
          <Picture className="link-picture" src={picture} fallback={<span className="link-picture" />} />
        ) : (
          <span className="link-picture" />
        )}
        <span className="link-words">
          <span className="faint">{host}</span>
          <strong>{title || name}</strong>
          <span className="soft">{description || t('A sentence that says what the chat is about.')}</span>
        </span>
      </div>
      <ReadOnlyFields>
        <div className="fields">
          <Input
            label={t('Title')}
            value={title ?? ''}
            placeholder={name}
            onChange={(it) => set('title', it || undefined)}
          />
          <Input
            label={t('Description')}
            value={description ?? ''}
            onChange={(it) => set('description', it || undefined)}
          />
          <Input
            label={t('Picture (address)')}
            value={imageUrl ?? ''}
            placeholder="https://"
            onChange={(it) => set('imageUrl', it || undefined)}
          />
          <Input
            label={t('Favicon (address)')}
            value={favIconUrl ?? ''}
            placeholder="https://"
            onChange={(it) => set('favIconUrl', it || undefined)}
          />
        </div>
        <Switch
          label={
            publicId === null
              ? t('Search engines may list the page')
              : t('Search engines may list /c/{publicId}', { publicId })
          }
          isOn={allowIndexing ?? false}
          onChange={(isOn) => set('allowIndexing', isOn)}
        />
      </ReadOnlyFields>
    </section>
  )
}
