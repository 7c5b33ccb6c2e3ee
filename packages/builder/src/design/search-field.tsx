import { Search } from 'lucide-react'
import type { InputHTMLAttributes, Ref } from 'react'

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string
  value: string
  ref?: Ref<HTMLInputElement>
  onChange(text: string): void
  /** True if the field fills the remaining width. */
  isWide?: boolean
}

/** A field for search terms. */
export const SearchField = ({ label, onChange, isWide = false, ...input }: SearchFieldProps) => (
  <label className={isWide ? 'search grow' : 'search'}>
    <Search size={15} aria-hidden />
    <span className="visually-hidden">{label}</span>
    <input className="text" type="search" onChange={(event) => onChange(event.target.value)} {...input} />
  </label>
)
