import { Eye } from 'lucide-react'

/** Says that one may look at something and nothing else. What one cannot do there is not offered. */
export const ReadOnlyTag = ({ why }: { why: string }) => (
  <span className="tag" title={why}>
    <Eye size={12} aria-hidden /> Read-only
  </span>
)
