import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { NewRequestFields } from '@parley/model'
import { expect, test } from 'vitest'
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
const request: NewRequestFields = {
  url: 'http://h.test:8080/a/b?c=1#d',
  headers: [{ name: 'X-Typed', value: '1', enabled: true }],
  body: { type: 'urlEncoded', fields: [{ name: 'f', value: '1', enabled: true }] },
}

/** Uses a member alone in a script, and returns what happens: after the send, or before it if it is only there. */
async function useMember(member: DeclaredMember): Promise<MemberOutcome> {
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

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The members that other clients declare, next to the repository. */
const list = pathOf('../shared/corpus/script-members.tsv')
export const isListHere = existsSync(list)
/** What happens with each of them. */
export const page = pathOf('docs/scripting-members.md')

function declaredMembers(): readonly DeclaredMember[] {
  const rows = readFileSync(list, 'utf8').split('\n').slice(1)
  const members = rows
    .filter(row => row !== '')
    .map((row): DeclaredMember => {
      const [, path = '', kind] = row.split('\t')
      return { path, kind: kind === 'function' ? 'function' : 'property' }
    })
  return [...new Map(members.map(member => [member.path, member])).values()]
}

const groupOf = (path: string) => path.split('.').slice(0, -1).join('.') || 'Globals'

/**
 * Defines a test for each group of members, and returns the sections of the page that they have written.
 * @param groupNames - the groups; all if absent
 */
export function testMembers(groupNames?: readonly string[]): readonly string[] {
  const members = isListHere ? declaredMembers() : []
  const groups = [...Map.groupBy(members, ({ path }) => groupOf(path))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const chosen = groups.filter(([name]) => groupNames?.includes(name) ?? true)
  const sections: string[] = []

  test('are in the list', () => {
    expect(chosen.length).toBe(groupNames?.length ?? groups.length)
    expect(groups.length).toBeGreaterThan(100)
  })

  test.each(chosen)('of %s works, stops the script or leaves a note', async (group, inGroup) => {
    const outcomes: [string, MemberOutcome][] = []
    for (const member of inGroup) outcomes.push([member.path, await useMember(member)])
    expect(outcomes.filter(([, outcome]) => outcome === 'silent')).toEqual([])
    sections.push(sectionText(group, outcomes))
    if (groupNames !== undefined) expect(readFileSync(page, 'utf8')).toContain(sections.at(-1))
  })
  return sections
}

/** The beginning of the page. */
export const introduction = `# Members of other clients’ scripts

<!-- Written by \`npm run unit -- packages/script/src/member-walk.slow.ts -u\`. -->

What happens when a script uses a member that Postman, Bruno, Hoppscotch or Insomnia declares. A member that _leaves a
note_ is undefined or has no effect; the note, with its line, is in the notices of the send and in the reports of a run. One
that _stops the script_ throws an error that names it. [scripting.md](scripting.md) describes the members that work.
`

const headings: readonly (readonly [MemberOutcome, string])[] = [
  ['works', 'Works'],
  ['notes', 'Leaves a note'],
  ['stops', 'Stops the script'],
]

function sectionText(group: string, outcomes: readonly (readonly [string, MemberOutcome])[]): string {
  const lines = headings.flatMap(([wanted, heading]) => {
    const names = outcomes
      .filter(([, outcome]) => outcome === wanted)
      .map(([path]) => path.split('.').at(-1) ?? path)
      .toSorted()
    return names.length === 0 ? [] : [`- ${heading}: ${names.map(name => `\`${name}\``).join(', ')}`]
  })
  return `## ${group}\n\n${lines.join('\n')}\n`
}
