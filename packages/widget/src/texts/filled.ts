/** Replaces the placeholders in braces of a sentence. */
export const filled = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces))
