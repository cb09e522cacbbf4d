import type { Assertion, Scripts, SetVariableAction } from '../request/scripts.ts'
import { type ObjectReader, type SchemaNames, schemaNameOf } from './object-reader.ts'
import { describedBy, writeDescription } from './row.ts'
import { listUnlessEmpty, type OpenCollectionObject, objectOf, trueOrNothing } from './value.ts'

const scriptNames: SchemaNames<keyof Scripts> = [
  ['before-request', 'preRequest'],
  ['after-response', 'postResponse'],
  ['tests', 'tests'],
  ['hooks', 'hooks'],
]

/** Reads the scripts. The format has a list; several scripts of one type are joined in order. */
export function readScripts(reader: ObjectReader): Scripts {
  const entries = reader.objects('scripts', entry => ({
    name: entry.named('type', scriptNames, 'preRequest'),
    code: entry.text('code'),
  }))
  const joined = (name: keyof Scripts) =>
    entries
      .filter(entry => entry.name === name)
      .map(entry => entry.code)
      .join('\n')
  return {
    preRequest: joined('preRequest'),
    postResponse: joined('postResponse'),
    tests: joined('tests'),
    hooks: joined('hooks'),
  }
}

export function writeScripts(scripts: Scripts) {
  const written = scriptNames.filter(([, name]) => scripts[name] !== '')
  return listUnlessEmpty(written, ([type, name]) => ({ type, code: scripts[name] }))
}

export function readAssertions(reader: ObjectReader): readonly Assertion[] {
  return reader.objects('assertions', entry => {
    const value = entry.optionalText('value')
    return {
      expression: entry.text('expression'),
      operator: entry.text('operator'),
      ...(value === undefined ? {} : { value }),
      enabled: !entry.flag('disabled'),
      ...describedBy(entry),
    }
  })
}

export function writeAssertions(assertions: readonly Assertion[]) {
  return listUnlessEmpty(assertions, assertion =>
    objectOf({
      expression: assertion.expression,
      operator: assertion.operator,
      value: assertion.value,
      disabled: trueOrNothing(!assertion.enabled),
      description: writeDescription(assertion.description),
    }),
  )
}

const actionTypes: SchemaNames<SetVariableAction['type']> = [['set-variable', 'setVariable']]

const actionPhases: SchemaNames<SetVariableAction['phase']> = [
  ['before-request', 'preRequest'],
  ['after-response', 'postResponse'],
]

const actionScopes = ['runtime', 'request', 'folder', 'collection', 'environment'] as const

export function readActions(reader: ObjectReader): readonly SetVariableAction[] {
  return reader.objects('actions', entry => {
    const selector = entry.object('selector')
    const variable = entry.object('variable')
    selector.choice('method', ['jsonq'], 'jsonq')
    return {
      type: entry.named('type', actionTypes, 'setVariable'),
      ...describedBy(entry),
      phase: entry.named('phase', actionPhases, 'postResponse'),
      expression: selector.text('expression'),
      variableName: variable.text('name'),
      variableScope: variable.choice('scope', actionScopes, 'runtime'),
      enabled: !entry.flag('disabled'),
    }
  })
}

export function writeActions(actions: readonly SetVariableAction[]) {
  return listUnlessEmpty(
    actions,
    (action): OpenCollectionObject =>
      objectOf({
        type: schemaNameOf(actionTypes, action.type),
        description: writeDescription(action.description),
        phase: schemaNameOf(actionPhases, action.phase),
        selector: { expression: action.expression, method: 'jsonq' },
        variable: { name: action.variableName, scope: action.variableScope },
        disabled: trueOrNothing(!action.enabled),
      }),
  )
}
