import { scriptChainAt } from './script-chain.ts'
import type { ScriptMember, ScriptTypes } from './script-types.ts'

/** The members that can be typed at the end of a script's text, and where the name they replace begins. */
export interface ScriptMembers {
  readonly from: number
  readonly members: readonly ScriptMember[]
}

export function scriptMembersAt(types: ScriptTypes, text: string): ScriptMembers {
  const chain = scriptChainAt(text)
  if (chain === null) return { from: text.length, members: [] }
  let members = types.globals
  for (const { name, isCalled } of chain.links) {
    const member = members.find(one => one.name === name)
    if (member === undefined) return { from: chain.from, members: [] }
    // A function without a call has the members of its declared type, if it has one.
    const type = isCalled && member.kind === 'value' ? types.returnTypeOf(member.type) : member.type
    members = isCalled || member.kind === 'value' ? types.membersOf(type) : []
  }
  return { from: chain.from, members }
}
