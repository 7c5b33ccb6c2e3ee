/** Text in which variables appear as chips. */
export function TextWithVariables({ text }: { text: string }) {
  if (!text.includes('{{')) return text
  const parts = text.split(/\{\{([^{}]*)\}\}/)
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other key
      <span key={index} className="chip">
        {part.trim()}
      </span>
    ),
  )
}
