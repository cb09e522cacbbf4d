import type { HttpRequest } from '@parley/model'
import { sendWithScripts } from './script-fixture.testkit.ts'

/** A member of the script interfaces that other clients declare. */
export interface DeclaredMember {
  readonly path: string
  readonly kind: 'property' | 'function'
}

/** What a script that uses a member experiences. */
export type MemberOutcome = 'works' | 'stops' | 'notes' | 'silent'

/** What a script sees around the members. */
const answer = {
  body: '{"a":1}',
  headers: [
    ['Content-Type', 'application/json'],
    ['Set-Cookie', 'a=1'],
  ],
} as const
const request: Partial<HttpRequest> = {
  url: 'http://h.test:8080/a/b?c=1#d',
  headers: [{ name: 'X-Typed', value: '1', enabled: true }],
  body: { type: 'urlEncoded', fields: [{ name: 'f', value: '1', enabled: true }] },
}

/** Uses a member alone in a script, and returns what happens: after the send, or before it if it is only there. */
export async function useMember(member: DeclaredMember): Promise<MemberOutcome> {
  const after = await useIn('post', member)
  return after === 'tooLate' ? await beforeSend(member) : after
}

async function beforeSend(member: DeclaredMember): Promise<MemberOutcome> {
  const before = await useIn('pre', member)
  return before === 'tooLate' ? 'stops' : before
}

async function useIn(
  phase: 'pre' | 'post',
  { path, kind }: DeclaredMember,
): Promise<MemberOutcome | 'tooLate'> {
  const access = path.replaceAll(/\.(\w*[^\w.][^.]*)/g, '["$1"]')
  const use = kind === 'function' ? `${access}(() => {})` : access
  const { error, outcome, session } = await sendWithScripts({
    answer,
    request,
    [phase]: `const used = ${use}; tool.environment.set('kind', used === undefined ? 'undefined' : 'value')`,
  })
  const notices = outcome.ok ? outcome.value.exchange.notices : []
  if (notices.some(note => note.code === 'SCRIPT_NOTE')) return 'notes'
  if (error !== null && /not available in this context|sent already/.test(error)) return 'tooLate'
  if (error !== null) return isMissing(error) ? 'stops' : 'works'
  if (kind === 'function' || session.scope.values.get('kind')?.text === 'value') return 'works'
  // A fragment is in the URL as typed, and not in the one that was sent.
  return phase === 'post' ? 'tooLate' : 'silent'
}

/** Returns whether an error says that a member is not there, rather than that its arguments are wrong. */
function isMissing(error: string): boolean {
  return /is not supported|not a function: |is not defined|of undefined|of null/.test(error)
}
