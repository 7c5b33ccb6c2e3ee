import type { ReferenceField } from '@colloquy/flow/integrations'
import { translated } from '../../i18n/i18n.js'
import {
  BlockField,
  BotField,
  CredentialsField,
  GroupField,
  KnowledgeBaseField,
  TeamField,
} from './reference-fields.js'

interface ReferenceControlProps {
  field: ReferenceField
  value: string | undefined
  /** The object that contains the value. */
  values: Readonly<Record<string, unknown>>
  blockType: string
  onChange(id: string | undefined): void
}

/** A field whose value is the id of something, by the kind of thing. */
export function ReferenceControl({ field, value, values, blockType, onChange }: ReferenceControlProps) {
  const label = translated(field.label)
  switch (field.to) {
    case 'credentials':
      return (
        <CredentialsField
          label={label}
          blockType={blockType}
          {...(field.credentials && { type: field.credentials })}
          value={value}
          onChange={onChange}
        />
      )
    case 'knowledge base':
      return <KnowledgeBaseField label={label} value={value} onChange={onChange} />
    case 'team':
      return <TeamField label={label} value={value} onChange={onChange} />
    case 'bot':
      return <BotField label={label} value={value} onChange={onChange} />
    case 'group':
      return <GroupField label={label} value={value} botId={values.botId as string | undefined} onChange={onChange} />
    case 'block':
      return (
        <BlockField label={label} value={value} groupId={values.groupId as string | undefined} onChange={onChange} />
      )
  }
}
