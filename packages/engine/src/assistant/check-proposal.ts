import type { AssistantProposal } from '@parley/model/schema'

/** The request that a proposal would change. */
export interface ProposalSubject {
  /** As typed. */
  readonly url: string
  /** The texts of the request, in which secrets may be used already. */
  readonly texts: readonly string[]
  /** The names of the secrets that the request could use. */
  readonly secretNames: readonly string[]
}

/** Returns why a proposal must be looked at before it is applied, as sentences; none: nothing stands out. */
export function checkProposal(
  proposal: AssistantProposal,
  { url, texts, secretNames }: ProposalSubject,
  unknownMembers: readonly string[],
): readonly string[] {
  const proposed = textsOf(proposal)
  const added = secretNames.filter(
    name => proposed.some(text => isUsed(name, text)) && !texts.some(text => isUsed(name, text)),
  )
  const isMoved =
    proposal.kind === 'request' && proposal.url !== undefined && originText(proposal.url) !== originText(url)
  return [
    ...(isMoved && proposal.kind === 'request'
      ? [
          `The request would go to ${originText(proposal.url ?? '') || 'no host'} instead of ${originText(url) || 'no host'}.`,
        ]
      : []),
    ...added.map(name => `The secret {{${name}}} would be used, which the request did not use.`),
    ...(isMoved
      ? secretNames
          .filter(name => texts.some(text => isUsed(name, text)))
          .map(name => `The secret {{${name}}} would go to another host.`)
      : []),
    ...(unknownMembers.length === 0
      ? []
      : [`Parley does not know ${unknownMembers.join(', ')}, and leaves it out.`]),
    ...(proposed.some(text => invisible.test(text))
      ? ['It contains characters that are invisible or change the direction of text.']
      : []),
  ]
}

/** Scheme, host and port as typed, with `{{names}}` unchanged. */
function originText(url: string): string {
  return url
    .trim()
    .replace(/^([a-z][\w+.-]*:\/\/)?([^/?#]*).*$/is, (_, scheme: string = '', host: string) =>
      `${scheme}${host}`.toLowerCase(),
    )
}

function isUsed(name: string, text: string): boolean {
  return text.replace(/\s+/g, '').includes(`{{${name.replace(/\s+/g, '')}}}`)
}

function textsOf(proposal: AssistantProposal): readonly string[] {
  if (proposal.kind === 'request') {
    const { method = '', url = '', headers = [], body = '' } = proposal
    return [method, url, body, ...headers.flatMap(({ name, value }) => [name, value])]
  }
  return proposal.kind === 'variable' ? [proposal.name, proposal.value] : [proposal.text]
}

const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
