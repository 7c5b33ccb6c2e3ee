/** The label of each channel by its type. Pages that only name channels load this, and no definition. */
export const channelNames = {
  whatsapp: { label: 'WhatsApp' },
} as const
