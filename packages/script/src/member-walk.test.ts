import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sampleOf } from '@parley/testkit/sample-of'
import { describe, expect, test } from 'vitest'
import { type DeclaredMember, type MemberOutcome, useMember } from './member-walk.testkit.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The members that other clients declare, next to the repository. */
const list = pathOf('../shared/corpus/script-members.tsv')
/** What happens with each of them; written by this test, with \`-u\`, when it tests all. */
const page = pathOf('docs/scripting-members.md')

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

describe.skipIf(!existsSync(list))('every member that other clients declare', () => {
  const members = existsSync(list) ? declaredMembers() : []
  const groups = [...Map.groupBy(members, ({ path }) => groupOf(path))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const sampled = sampleOf('declared members', groups, 12)
  const sections: string[] = []

  test.each(sampled)('of %s works, stops the script or leaves a note', async (group, inGroup) => {
    const outcomes: [string, MemberOutcome][] = []
    for (const member of inGroup) outcomes.push([member.path, await useMember(member)])
    expect(outcomes.filter(([, outcome]) => outcome === 'silent')).toEqual([])
    const section = sectionText(group, outcomes)
    sections.push(section)
    if (sampled.length < groups.length) expect(readFileSync(page, 'utf8')).toContain(section)
  })

  // Needs what the tests above found.
  test.runIf(sampled.length === groups.length)('is listed in docs/scripting-members.md', async () => {
    await expect(`${introduction}\n${sections.join('\n')}`).toMatchFileSnapshot(page)
  })
})

const introduction = `# Members of other clients’ scripts

<!-- Written by \`PARLEY_LANE=all npm run unit -- packages/script/src/member-walk.test.ts -u\`. -->

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
