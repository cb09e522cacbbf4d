import type { Environment } from '@parley/model'
import { expect, test } from 'vitest'
import { importDocument } from '../../import/import-document.ts'
import { exportEnvironment } from './export-environment.ts'

const environment: Environment = {
  name: 'Live {{a}} é',
  color: 'red',
  variables: [
    {
      secret: false,
      name: 'baseUrl',
      value: { text: 'https://a.test' },
      enabled: true,
      description: 'Where',
    },
    { secret: false, name: 'off', value: { text: '9007199254740993', type: 'number' }, enabled: false },
    { secret: true, name: 'token', enabled: true, allowedToScripts: true },
  ],
  clientCertificates: [],
  extendsName: '',
  dotEnvFilePath: '',
}

test('an environment comes back as it was, and its secrets by name', () => {
  const { value, losses } = exportEnvironment(environment)
  expect(losses).toEqual([])
  const imported = importDocument(new TextEncoder().encode(JSON.stringify(value)))
  if (!imported.ok) throw new Error(imported.failure.code)
  expect(imported.value.environments).toMatchObject([
    {
      name: environment.name,
      variables: [
        { name: 'baseUrl', value: { text: 'https://a.test' }, enabled: true, description: 'Where' },
        { name: 'off', value: { text: '9007199254740993' }, enabled: false },
        { name: 'token', secret: true, enabled: true, allowedToScripts: false },
      ],
    },
  ])
})

test('what has no place is named', () => {
  const variant = (title: string, selected: boolean) => ({ title, selected, value: { text: title } })
  const { value, losses } = exportEnvironment({
    ...environment,
    description: 'For tests',
    extendsName: 'Base',
    variables: [
      {
        secret: false,
        name: 'host',
        value: { text: '' },
        enabled: true,
        variants: [variant('one', false), variant('two', true)],
      },
    ],
    externalSecrets: { store: 'aws-secrets-manager', variables: [] },
  })
  expect(value).toMatchObject({ values: [{ key: 'host', value: 'two' }] })
  expect(losses).toEqual([
    'No place for the description.',
    'No place for the other values of host.',
    'No place for the environment that it extends, Base.',
    'No place for the references to a secret store.',
  ])
})
