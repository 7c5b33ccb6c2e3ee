import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '../frame/logo.js'
import './sign-in.css'

interface SignedOutFormProps {
  title: string
  text: ReactNode
  error?: string | undefined
  onSubmit(): void
  children: ReactNode
}

/** A small form on an empty page, for those who are not in yet. Its first empty field has the focus, unless that opens a keyboard on the screen. */
export function SignedOutForm({ title, text, error, onSubmit, children }: SignedOutFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!matchMedia('(hover: hover)').matches) return
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [])]
    const field = fields.find(({ value }) => value === '') ?? fields[0]
    field?.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <main className="sign-in">
      <form className="sign-in-card" ref={form} onSubmit={submit}>
        <Logo />
        <div>
          <h1>{title}</h1>
          <p className="soft">{text}</p>
        </div>
        {error && (
          <p className="notice danger" role="alert">
            {error}
          </p>
        )}
        {children}
      </form>
    </main>
  )
}
