import { hasInvisible } from '@parley/model'
import type { AssistantProposal } from '@parley/model/schema'
import { checkScript } from './check-script.ts'

/** The request that a proposal would change. */
export interface ProposalSubject {
  /** As typed. */
  readonly url: string
  /** The texts of the request, in which secrets may be used already. */
  readonly texts: readonly string[]
  /** The names of the secrets that the request could use. */
  readonly secretNames: readonly string[]
  /** The variables that the request could use, one for each value; null: the value of a secret. */
  readonly variables: readonly { readonly name: string; readonly value: string | null }[]
}

/** Returns why a proposal must be looked at before it is applied, as sentences; none: nothing stands out. */
export function checkProposal(
  proposal: AssistantProposal,
  subject: ProposalSubject,
  unknownMembers: readonly string[],
): readonly string[] {
  const { texts, secretNames } = subject
  const proposed = textsOf(proposal)
  const isScript = proposal.kind === 'script' || proposal.kind === 'test'
  const isIn = (name: string, text: string) => isUsed(name, text) || (isScript && isQuoted(name, text))
  const isKnown = (name: string) => texts.some(text => isIn(name, text))
  const added = secretNames.filter(name => proposed.some(text => isIn(name, text)) && !isKnown(name))
  const move = moveOf(proposal, subject)
  return [
    ...(move === null ? [] : [move]),
    ...added.map(name => `The secret {{${name}}} would be used, which the request did not use.`),
    ...(move === null ? [] : secretNames.filter(isKnown)).map(
      name => `The secret {{${name}}} would go to another host.`,
    ),
    ...(isScript ? otherOriginsIn(proposal.text, subject) : []).map(
      origin => `It contains the address ${origin}, which the request did not contain.`,
    ),
    ...(isScript ? checkScript(proposal.text, { hostNames: namesInOrigin(subject) }) : []),
    ...hostHeadersOf(proposal).map(value => `The header Host would be ${value || 'empty'}.`),
    ...(unknownMembers.length === 0
      ? []
      : [`Parley does not know ${unknownMembers.join(', ')}, and leaves it out.`]),
    ...(proposed.some(hasInvisible)
      ? ['It contains characters that are invisible or change the direction of text.']
      : []),
  ]
}

/** Says where the request would go instead; null if the proposal does not decide that. */
function moveOf(proposal: AssistantProposal, subject: ProposalSubject): string | null {
  const { url, variables } = subject
  if (proposal.kind === 'variable') {
    const { name, value } = proposal
    const isSame = variables.some(one => one.name === name && one.value === value)
    if (isSame || !namesInOrigin(subject).has(name)) return null
    return `The variable {{${name}}} decides the host of the request, and would be ${originText(value) || 'empty'}.`
  }
  if (proposal.kind !== 'request' || proposal.url === undefined) return null
  const [origin, before] = [originText(proposal.url), originText(url)]
  return origin === before
    ? null
    : `The request would go to ${origin || 'no host'} instead of ${before || 'no host'}.`
}

/** Returns the values of the Host headers that a proposal sets: they choose between the sites of a server. */
function hostHeadersOf(proposal: AssistantProposal): readonly string[] {
  if (proposal.kind !== 'request') return []
  return (proposal.headers ?? []).flatMap(({ name, value }) =>
    ['host', ':authority'].includes(name.trim().toLowerCase()) ? [value] : [],
  )
}

/** Returns the variables that decide the host, also through other variables. */
function namesInOrigin({ url, variables }: ProposalSubject): ReadonlySet<string> {
  const names = new Set<string>(namesIn(originText(url)))
  // A set visits what is added during the visit.
  for (const name of names)
    for (const one of variables)
      if (one.name === name) for (const inner of namesIn(one.value ?? '')) names.add(inner)
  return names
}

function namesIn(text: string): readonly string[] {
  return (text.match(/\{\{[^{}]*\}\}/g) ?? []).map(found => found.slice(2, -2).trim())
}

/** Scheme, host and port as typed, with `{{names}}` unchanged. */
function originText(url: string): string {
  const origin = /^(?:[a-z][\w+.-]*:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#])*/i.exec(url.trim())?.[0] ?? ''
  return origin.replace(/\{\{[^{}]*\}\}|[^{]+|\{/g, part =>
    part.startsWith('{{') ? part : part.toLowerCase(),
  )
}

/** Returns the addresses in a script that are neither in the request nor in its variables. */
function otherOriginsIn(script: string, { url, texts, variables }: ProposalSubject): readonly string[] {
  const known = originsIn([url, ...texts, ...variables.map(({ value }) => value ?? '')].join('\n'))
  return [...originsIn(script)].filter(origin => !known.has(origin))
}

function originsIn(text: string): ReadonlySet<string> {
  return new Set((text.match(/\b(?:https?|wss?|grpcs?):\/\/[^\s"'`<>\\)]+/gi) ?? []).map(originText))
}

function isUsed(name: string, text: string): boolean {
  return text.replace(/\s+/g, '').includes(`{{${name.replace(/\s+/g, '')}}}`)
}

/** Whether a script could read a secret by its name. */
function isQuoted(name: string, text: string): boolean {
  return ['"', "'", '`'].some(
    quote => text.includes(`${quote}${name}${quote}`) || text.includes(`\\${quote}${name}\\${quote}`),
  )
}

function textsOf(proposal: AssistantProposal): readonly string[] {
  if (proposal.kind === 'request') {
    const { method = '', url = '', headers = [], body = '' } = proposal
    return [method, url, body, ...headers.flatMap(({ name, value }) => [name, value])]
  }
  return proposal.kind === 'variable' ? [proposal.name, proposal.value] : [proposal.text]
}
