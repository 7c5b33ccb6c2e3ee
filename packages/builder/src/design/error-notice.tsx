/** Why something did not work, told where it was tried; nothing while there is no error. */
export function ErrorNotice({ error }: { error: Error | undefined }) {
  if (!error) return null
  return (
    <p className="notice danger" role="alert">
      {error.message}
    </p>
  )
}
