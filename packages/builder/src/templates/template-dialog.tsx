import { Dialog } from '../design/dialog.js'
import { t } from '../i18n/i18n.js'
import { TemplateList } from './template-list.js'
import type { Template } from './templates.js'

/** Templates, to put one on an empty canvas. */
export const TemplateDialog = (props: { onChoose(template: Template): void; onClose(): void }) => (
  <Dialog title={t('Templates')} isWide onClose={props.onClose}>
    <TemplateList onChoose={props.onChoose} />
  </Dialog>
)
