import type { FormEvent, ReactNode } from 'react'
import { Logo } from '../frame/logo.js'
import './sign-in.css'

interface EntranceProps {
  title: string
  text: ReactNode
  error?: string | undefined
  onSubmit(): void
  children: ReactNode
}

/** A small form on an empty page, for those who are not in yet. */
export function Entrance({ title, text, error, onSubmit, children }: EntranceProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <main className="sign-in">
      <form className="sign-in-card" onSubmit={submit}>
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
