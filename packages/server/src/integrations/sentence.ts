/** A reason as a sentence by itself. */
export const sentence = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1)
