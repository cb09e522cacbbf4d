import type { Environment, Variable } from '@parley/model'
import { expect, test } from 'vitest'
import { environmentWith, secretsOutsideEnvironments } from './run-environment.ts'
import type { RunSource } from './run-source.ts'

const plain = (name: string, text: string, enabled = true): Variable => ({
  secret: false,
  name,
  value: { text },
  enabled,
})
const secret: Variable = { secret: true, name: 'key', enabled: true, allowedToScripts: false }

function environment(...variables: readonly Variable[]): Environment {
  return {
    name: 'E',
    color: '',
    variables,
    clientCertificates: [],
    extendsName: '',
    dotEnvFilePath: '',
  }
}

const variablesWith = (typed: Readonly<Record<string, string>>, ...secretNames: readonly string[]) =>
  environmentWith(
    environment(plain('host', 'a'), plain('port', '80'), secret),
    new Map(Object.entries(typed)),
    new Set(secretNames),
    [secret],
  )?.variables

test('typed values replace those of the environment with their names, and no others', () => {
  expect(variablesWith({ host: 'b' })).toEqual([plain('port', '80'), secret, plain('host', 'b')])
  const hidden = { ...secret, allowedToScripts: true }
  expect(variablesWith({ key: 'b' })).toEqual([plain('host', 'a'), plain('port', '80'), hidden])
  expect(variablesWith({ other: 'b' })).toHaveLength(4)
})

test('a typed secret replaces a plain variable, and is the value of a secret one', () => {
  expect(variablesWith({}, 'host', 'key')).toEqual([plain('port', '80'), secret])
})

test('a secret of the file counts unless the environment has a variable of its name that is switched on', () => {
  const source: Pick<RunSource, 'secrets'> = {
    secrets: [
      { scope: 'workspace', path: ['C'], name: 'key', value: '1' },
      { scope: 'environment', path: ['E'], name: 'other', value: '2' },
    ],
  }
  const of = (chosen: Environment | null) => [...secretsOutsideEnvironments(source, chosen)]
  expect(of(null)).toEqual([['key', '1']])
  expect(of(environment(plain('key', 'x')))).toEqual([])
  expect(of(environment(plain('key', 'x', false)))).toEqual([['key', '1']])
})
