/** An error message, shown where the action was attempted; renders nothing without an error. */
export function ErrorNotice({ error }: { error: Error | undefined }) {
  if (!error) return null
  return (
    <p className="notice danger" role="alert">
      {error.message}
    </p>
  )
}
