/** Maximum number of characters of an id. */
export const maxIdLength = 300

/** True if operations can insert an element with this id. */
export const isEditableId = (id: string): boolean => id !== '' && id.length <= maxIdLength
