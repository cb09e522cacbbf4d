import type { ImportFormat } from '@parley/convert'
import type { useRunFixture } from './run-fixture.testkit.ts'

type Fixture = ReturnType<typeof useRunFixture>

/** Files of one client in which the environment Prod overrides what the collection says; both are addresses. */
export interface TwoServers {
  readonly dev: string
  readonly prod: string
}

/** A collection with one request that is called `r`, what `--env` takes, and what the request asks for with it. */
export interface OverridingSource {
  readonly path: string
  /** `Prod`, or the file of that environment. */
  readonly environment: string
  /** The target of the request: the value of each kind of scope that names the same variable as the environment. */
  readonly target: string
}

/** The kinds of scopes of a client, each with a variable that the environment has as well: which of the two counts. */
const rankOfScopes = {
  collection: 'environment',
  folder: 'folder',
  request: 'request',
} as const
type Scope = keyof typeof rankOfScopes

const variableOf = (scope: Scope) => `in_${scope}`

/** Returns the path and query of the request, by the form of a variable in it. */
const targetOf = (scopes: readonly Scope[], form: (name: string) => string) =>
  `/x?${scopes.map(scope => `${scope}=${form(variableOf(scope))}`).join('&')}`

const expectedTarget = (scopes: readonly Scope[]) =>
  `/x?${scopes.map(scope => `${scope}=${rankOfScopes[scope]}`).join('&')}`

const braces = (name: string) => `{{${name}}}`
const ofInsomnia = (name: string) => `{{ _.${name} }}`
const ofHoppscotch = (name: string) => `<<${name}>>`

/** Returns what an environment says: where the server is, and a value for each scope. */
const environmentValues = (host: string, scopes: readonly Scope[]): Readonly<Record<string, string>> => ({
  host,
  ...Object.fromEntries(scopes.map(scope => [variableOf(scope), 'environment'])),
})

/** Returns what a scope says. */
const valuesOf = (scope: Scope): Readonly<Record<string, string>> => ({ [variableOf(scope)]: scope })

const yamlVariables = (values: Readonly<Record<string, string>>, indent: string) =>
  Object.entries(values)
    .map(([name, value]) => `${indent}- name: ${name}\n${indent}  value: ${value}\n`)
    .join('')

const bruVariables = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')

const all = ['collection', 'folder', 'request'] as const

/** Writes the files of each client whose environments override the values of the whole collection. */
export const overridingSources: Readonly<
  Record<string, (fixture: Fixture, servers: TwoServers) => OverridingSource>
> = {
  'a collection of YAML files': (fixture, { dev, prod }) => {
    const ofCollection = yamlVariables({ host: dev, ...valuesOf('collection') }, '    ')
    fixture.write(
      'own/opencollection.yml',
      `opencollection: 1.0.0\ninfo:\n  name: Own\nrequest:\n  variables:\n${ofCollection}`,
    )
    fixture.write(
      'own/environments/prod.yml',
      `name: Prod\nvariables:\n${yamlVariables(environmentValues(prod, all), '  ')}`,
    )
    fixture.write(
      'own/f/folder.yml',
      `info:\n  name: f\n  type: folder\nrequest:\n  variables:\n${yamlVariables(valuesOf('folder'), '    ')}`,
    )
    fixture.write(
      'own/f/r.yml',
      `info:\n  name: r\n  type: http\nhttp:\n  method: GET\n  url: "{{host}}${targetOf(all, braces)}"\nruntime:\n  variables:\n${yamlVariables(valuesOf('request'), '    ')}`,
    )
    return { path: 'own', environment: 'Prod', target: expectedTarget(all) }
  },
  'OpenAPI with two servers': (fixture, { dev, prod }) => ({
    path: fixture.write('api.json', {
      openapi: '3.0.3',
      info: { title: 'Two', version: '1' },
      servers: [
        { url: dev, description: 'Dev' },
        { url: prod, description: 'Prod' },
      ],
      paths: { '/x': { get: { operationId: 'r', responses: { 200: { description: 'ok' } } } } },
    }),
    environment: 'Prod',
    target: '/x',
  }),
  'OpenAPI with variables of servers': (fixture, { dev, prod }) => ({
    path: fixture.write('api.json', {
      openapi: '3.1.0',
      info: { title: 'Two', version: '1' },
      servers: [dev, prod].map((url, index) => ({
        url: 'http://127.0.0.1:{port}/{base}',
        description: index === 0 ? 'Dev' : 'Prod',
        variables: {
          port: { default: new URL(url).port },
          base: { default: index === 0 ? 'first' : 'second', enum: ['first', 'second'] },
        },
      })),
      paths: { '/x': { get: { operationId: 'r', responses: { 200: { description: 'ok' } } } } },
    }),
    environment: 'Prod',
    target: '/second/x',
  }),
  'Insomnia 5 with a sub-environment': (fixture, { dev, prod }) => ({
    path: fixture.write('i5.yaml', {
      type: 'collection.insomnia.rest/5.0',
      name: 'Ins',
      meta: { id: 'wrk_a' },
      collection: [
        {
          name: 'f',
          meta: { id: 'fld_1' },
          environment: valuesOf('folder'),
          children: [
            {
              name: 'r',
              url: `{{ _.host }}${targetOf(['collection', 'folder'], ofInsomnia)}`,
              meta: { id: 'req_1' },
              method: 'GET',
            },
          ],
        },
      ],
      environments: {
        name: 'Base',
        meta: { id: 'env_b' },
        data: { host: dev, ...valuesOf('collection') },
        subEnvironments: [
          {
            name: 'Prod',
            meta: { id: 'env_p' },
            data: environmentValues(prod, ['collection', 'folder']),
          },
        ],
      },
    }),
    environment: 'Prod',
    target: expectedTarget(['collection', 'folder']),
  }),
  'Insomnia 4 with a sub-environment': (fixture, { dev, prod }) => ({
    path: fixture.write('i4.json', {
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'wrk_a', _type: 'workspace', name: 'Ins', parentId: null },
        {
          _id: 'fld_1',
          _type: 'request_group',
          name: 'f',
          parentId: 'wrk_a',
          environment: valuesOf('folder'),
        },
        {
          _id: 'req_1',
          _type: 'request',
          name: 'r',
          parentId: 'fld_1',
          method: 'GET',
          url: `{{ _.host }}${targetOf(['collection', 'folder'], ofInsomnia)}`,
        },
        {
          _id: 'env_b',
          _type: 'environment',
          name: 'Base',
          parentId: 'wrk_a',
          data: { host: dev, ...valuesOf('collection') },
        },
        {
          _id: 'env_p',
          _type: 'environment',
          name: 'Prod',
          parentId: 'env_b',
          data: environmentValues(prod, ['collection', 'folder']),
        },
      ],
    }),
    environment: 'Prod',
    target: expectedTarget(['collection', 'folder']),
  }),
  'Postman with an environment file': (fixture, { dev, prod }) => ({
    path: fixture.postman([{ name: 'r', url: `{{host}}${targetOf(['collection'], braces)}` }], {
      variable: Object.entries({ host: dev, ...valuesOf('collection') }).map(([key, value]) => ({
        key,
        value,
      })),
    }),
    environment: fixture.path(
      fixture.write('Prod.json', {
        name: 'Prod',
        values: Object.entries(environmentValues(prod, ['collection'])).map(([key, value]) => ({
          key,
          value,
          enabled: true,
        })),
        _postman_variable_scope: 'environment',
      }),
    ),
    target: expectedTarget(['collection']),
  }),
  'a collection of Bruno': (fixture, { dev, prod }) => {
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    fixture.write(
      'b/collection.bru',
      `vars:pre-request {\n${bruVariables({ host: dev, ...valuesOf('collection') })}}\n`,
    )
    fixture.write('b/environments/Prod.bru', `vars {\n${bruVariables(environmentValues(prod, all))}}\n`)
    fixture.write(
      'b/f/folder.bru',
      `meta {\n  name: f\n}\n\nvars:pre-request {\n${bruVariables(valuesOf('folder'))}}\n`,
    )
    fixture.write(
      'b/f/r.bru',
      `meta {\n  name: r\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{host}}${targetOf(all, braces)}\n}\n\nvars:pre-request {\n${bruVariables(valuesOf('request'))}}\n`,
    )
    return { path: 'b', environment: 'Prod', target: expectedTarget(all) }
  },
  'Hoppscotch with an environment file': (fixture, { dev, prod }) => {
    const variables = (values: Readonly<Record<string, string>>) =>
      Object.entries(values).map(([key, value]) => ({
        key,
        initialValue: value,
        currentValue: value,
        secret: false,
      }))
    const inherited = { auth: { authType: 'inherit', authActive: true }, headers: [] }
    return {
      path: fixture.write('hopp.json', {
        v: 11,
        name: 'Hopp',
        folders: [
          {
            v: 11,
            name: 'f',
            folders: [],
            ...inherited,
            variables: variables(valuesOf('folder')),
            requests: [
              {
                v: '16',
                name: 'r',
                method: 'GET',
                endpoint: `<<host>>${targetOf(['collection', 'folder'], ofHoppscotch)}`,
                params: [],
                headers: [],
                preRequestScript: '',
                testScript: '',
                auth: { authType: 'none', authActive: true },
                body: { contentType: null, body: null },
                requestVariables: [],
                responses: {},
              },
            ],
          },
        ],
        requests: [],
        ...inherited,
        variables: variables({ host: dev, ...valuesOf('collection') }),
      }),
      environment: fixture.path(
        fixture.write('hopp-prod.json', {
          v: 2,
          id: 'e',
          name: 'Prod',
          variables: variables(environmentValues(prod, ['collection', 'folder'])),
        }),
      ),
      target: expectedTarget(['collection', 'folder']),
    }
  },
  'Thunder Client with an environment file': (fixture, { prod }) => ({
    path: fixture.write('tc.json', {
      client: 'Thunder Client',
      collectionName: 'Thunder',
      folders: [],
      requests: [
        {
          _id: 'r',
          colId: 'c',
          containerId: '',
          name: 'r',
          url: '{{host}}/x',
          method: 'GET',
          headers: [],
          params: [],
          tests: [],
        },
      ],
    }),
    environment: fixture.path(
      fixture.write('tc-prod.json', { _id: 'e', name: 'Prod', data: [{ name: 'host', value: prod }] }),
    ),
    target: '/x',
  }),
}

/** A source of each format; null for the formats whose files have no environments. */
export const sourceOfFormat: Readonly<Record<ImportFormat, string | null>> = {
  openCollection: 'a collection of YAML files',
  openApi: 'OpenAPI with two servers',
  insomnia: 'Insomnia 5 with a sub-environment',
  postman: 'Postman with an environment file',
  bruno: 'a collection of Bruno',
  hoppscotch: 'Hoppscotch with an environment file',
  thunderClient: 'Thunder Client with an environment file',
  har: null,
  wsdl: null,
  graphQl: null,
  curl: null,
}
