import type { ContactColumn } from '@colloquy/flow/contacts'

/** The columns of files of contacts: their names in exports, and others that files use. */
export const contactColumnNames: Readonly<Record<ContactColumn, { label: string; names?: readonly string[] }>> = {
  id: { label: 'Contact ID' },
  name: { label: 'Name', names: ['full name', 'contact name', 'display name', 'nombre', 'nome', 'nom'] },
  phone: {
    label: 'Phone number',
    names: [
      'phone',
      'mobile',
      'mobile phone',
      'cell phone',
      'telephone',
      'whatsapp',
      'telefon',
      'teléfono',
      'telefone',
    ],
  },
  email: { label: 'Email', names: ['email address', 'e-mail address', 'mail', 'correo'] },
  'whatsapp-user': { label: 'WhatsApp user ID' },
  telegram: { label: 'Telegram ID', names: ['telegram'] },
  messenger: { label: 'Messenger ID', names: ['messenger'] },
  instagram: { label: 'Instagram ID', names: ['instagram'] },
  web: { label: 'Page ID', names: ['web', 'user id'] },
  external: { label: 'External ID', names: ['external', 'customer id', 'crm id'] },
  language: { label: 'Language', names: ['locale', 'sprache', 'idioma', 'langue', 'lingua'] },
  timeZone: { label: 'Time zone' },
  tags: { label: 'Tags', names: ['labels', 'etiquetas', 'tag'] },
  notes: { label: 'Notes', names: ['note', 'comment', 'comments'] },
  isBlocked: { label: 'Blocked' },
}
