import type { RunItem } from '@parley/engine'
import type { HttpRequest, Scripts } from '@parley/model'
import type { Untranslated } from './load-plan.ts'
import { checkOfAssertion, setOfAction } from './read-declared-parts.ts'
import { readScriptParts } from './read-script-parts.ts'
import type { LoadCheck, LoadSet } from './script-parts.ts'

/** What scripts, assertions and actions do around a request. */
export interface StepParts {
  readonly sets: readonly LoadSet[]
  readonly checks: readonly LoadCheck[]
  readonly captures: readonly LoadSet[]
  readonly untranslated: readonly Untranslated[]
}

/** Reads what runs around a request: the scripts of its collection and folders, then its own. */
export function readStepParts({ key, path, context }: RunItem, request: HttpRequest): StepParts {
  const owners = [
    ...context.ancestors.map(({ defaults }, at) => ({
      path: path.slice(0, at + 1).join('/'),
      scripts: defaults.scripts,
    })),
    { path: key, scripts: request.scripts },
  ]
  const parts = [...owners.map(partsOfScripts), partsOfDeclared(key, request)]
  return {
    sets: parts.flatMap(one => one.sets),
    checks: parts.flatMap(one => one.checks),
    captures: parts.flatMap(one => one.captures),
    untranslated: parts.flatMap(one => one.untranslated),
  }
}

function partsOfScripts({ path, scripts }: { readonly path: string; readonly scripts: Scripts }): StepParts {
  const before = readScriptParts(scripts.preRequest)
  const after = [readScriptParts(scripts.postResponse), readScriptParts(scripts.tests)]
  const isLiteral = ({ value }: LoadSet) => value.kind === 'literal'
  const unread = [...before.unread, ...after.flatMap(one => one.unread)]
  return {
    // Before a request there is no response.
    sets: before.sets.filter(isLiteral),
    checks: after.flatMap(one => one.checks),
    captures: after.flatMap(one => one.sets),
    untranslated: unread.map(({ line, code }) => ({
      path,
      line,
      text: `this script code is not translated: ${code}`,
      isLeftOut: false,
    })),
  }
}

function partsOfDeclared(path: string, { assertions, actions }: HttpRequest): StepParts {
  const checks: LoadCheck[] = []
  const captures: LoadSet[] = []
  const untranslated: Untranslated[] = []
  const list = (text: string) => untranslated.push({ path, line: null, text, isLeftOut: false })
  for (const assertion of assertions.filter(({ enabled }) => enabled)) {
    const check = checkOfAssertion(assertion)
    const { expression, operator, value = '' } = assertion
    if (check !== null) checks.push(check)
    else list(`this assertion is not translated: ${expression} ${operator} ${value}`.trim())
  }
  for (const action of actions.filter(({ enabled }) => enabled)) {
    const set = setOfAction(action)
    if (set !== null) captures.push(set)
    else list(`this variable is not set: ${action.variableName} from ${action.expression}`)
  }
  return { sets: [], checks, captures, untranslated }
}
