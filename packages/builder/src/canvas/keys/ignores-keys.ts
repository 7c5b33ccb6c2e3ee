/** Attributes of an element that takes keys without doing anything, such as the message in place of a field that is gone. */
export const ignoresKeys = { 'data-ignores-keys': '' } as const
