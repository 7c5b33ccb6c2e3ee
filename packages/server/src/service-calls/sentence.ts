/** Capitalizes a reason so that it can stand alone. */
export const sentence = (reason: string): string => reason.charAt(0).toUpperCase() + reason.slice(1)
