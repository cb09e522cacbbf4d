import type { LoadPlan } from './load-plan.ts'
import type { Template } from './template.ts'

/** Returns the hosts that a load test sends to, with their ports if they are written; null for one that a name decides. */
export function hostsOf({ steps, tokens }: LoadPlan): readonly (string | null)[] {
  const urls = [...steps, ...tokens.map(({ request }) => request)].map(({ url }) => url)
  return [...new Set(urls.map(hostOf))]
}

function hostOf(url: Template): string | null {
  const [first] = url
  if (typeof first !== 'string') return null
  const start = first.indexOf('://')
  const rest = first.slice(start + 3)
  const ends = ['/', '?', '#'].map(mark => rest.indexOf(mark)).filter(at => at !== -1)
  if (start === -1 || (ends.length === 0 && url.length > 1)) return null
  const authority = rest.slice(0, ends.length === 0 ? rest.length : Math.min(...ends))
  return authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()
}
