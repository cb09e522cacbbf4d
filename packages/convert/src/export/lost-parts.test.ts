import { type Collection, newHttpRequest, noRequestDefaults, noScripts, type Scripts } from '@parley/model'
import { describe, expect, test } from 'vitest'
import { exportOpenApi } from './openapi/export-openapi.ts'
import { exportPostman } from './postman/export-postman.ts'

const withScripts = (scripts: Partial<Scripts>) => ({
  ...noRequestDefaults,
  scripts: { ...noScripts, ...scripts },
})

const collection: Collection = {
  kind: 'collection',
  name: 'C',
  summary: '',
  version: '',
  authors: [],
  environments: [],
  protobuf: { protoFilePaths: [], importPaths: [] },
  clientCertificates: [],
  bundled: false,
  defaults: withScripts({ preRequest: '1' }),
  items: [
    {
      kind: 'folder',
      name: 'F',
      tags: [],
      defaults: withScripts({ tests: '1' }),
      items: [
        newHttpRequest({
          name: 'R',
          url: 'http://a.test/',
          scripts: { ...noScripts, postResponse: '1' },
          assertions: [{ expression: 'res.status', operator: 'eq', value: '200', enabled: true }],
          actions: [
            {
              type: 'setVariable',
              phase: 'postResponse',
              expression: 'res.body',
              variableName: 'b',
              variableScope: 'runtime',
              enabled: true,
            },
          ],
        }),
        newHttpRequest({ name: 'Plain', url: 'http://a.test/plain' }),
      ],
    },
  ],
}

const lost = (losses: readonly { readonly path: readonly string[]; readonly subject: string }[]) =>
  losses.map(({ path, subject }) => `${path.join(' / ')}: ${subject}`)

const ofRequest = ['C / F / R: the assertions', 'C / F / R: the variables set from requests and responses']

describe('exports name what they leave out, by its place', () => {
  test('OpenAPI', () => {
    expect(lost(exportOpenApi(collection).losses)).toEqual([
      'C: the scripts',
      'C / F: the scripts',
      'C / F / R: the scripts',
      ...ofRequest,
    ])
  })

  test('Postman, which has scripts', () => {
    expect(lost(exportPostman(collection, { includeSecrets: false }).losses)).toEqual(ofRequest)
  })
})
