import type { useRunFixture } from './run-fixture.testkit.ts'

type Fixture = ReturnType<typeof useRunFixture>

/** Files of one client in which the environment Prod overrides what the collection says; both are addresses. */
export interface TwoServers {
  readonly dev: string
  readonly prod: string
}

/** A collection with one request that is called `r`, and what `--env` takes. */
export interface OverridingSource {
  readonly path: string
  readonly environment: string
}

/** Writes the files of each client whose environments override the values of the whole collection. */
export const overridingSources: Readonly<
  Record<string, (fixture: Fixture, servers: TwoServers) => OverridingSource>
> = {
  'a collection of YAML files': (fixture, { dev, prod }) => {
    fixture.write(
      'own/opencollection.yml',
      `opencollection: 1.0.0\ninfo:\n  name: Own\nrequest:\n  variables:\n    - name: host\n      value: ${dev}\n`,
    )
    fixture.write('own/environments/prod.yml', `name: Prod\nvariables:\n  - name: host\n    value: ${prod}\n`)
    fixture.write('own/r.yml', 'info:\n  name: r\n  type: http\nhttp:\n  method: GET\n  url: "{{host}}/x"\n')
    return { path: 'own', environment: 'Prod' }
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
  }),
  'Insomnia 5 with a sub-environment': (fixture, { dev, prod }) => ({
    path: fixture.write('i5.yaml', {
      type: 'collection.insomnia.rest/5.0',
      name: 'Ins',
      meta: { id: 'wrk_a' },
      collection: [{ name: 'r', url: '{{ _.host }}/x', meta: { id: 'req_1' }, method: 'GET' }],
      environments: {
        name: 'Base',
        meta: { id: 'env_b' },
        data: { host: dev },
        subEnvironments: [{ name: 'Prod', meta: { id: 'env_p' }, data: { host: prod } }],
      },
    }),
    environment: 'Prod',
  }),
  'Insomnia 4 with a sub-environment': (fixture, { dev, prod }) => ({
    path: fixture.write('i4.json', {
      _type: 'export',
      __export_format: 4,
      resources: [
        { _id: 'wrk_a', _type: 'workspace', name: 'Ins', parentId: null },
        {
          _id: 'req_1',
          _type: 'request',
          name: 'r',
          parentId: 'wrk_a',
          method: 'GET',
          url: '{{ _.host }}/x',
        },
        { _id: 'env_b', _type: 'environment', name: 'Base', parentId: 'wrk_a', data: { host: dev } },
        { _id: 'env_p', _type: 'environment', name: 'Prod', parentId: 'env_b', data: { host: prod } },
      ],
    }),
    environment: 'Prod',
  }),
  'Postman with an environment file': (fixture, { dev, prod }) => ({
    path: fixture.postman([{ name: 'r', url: '{{host}}/x' }], { variable: [{ key: 'host', value: dev }] }),
    environment: fixture.path(
      fixture.write('Prod.json', {
        name: 'Prod',
        values: [{ key: 'host', value: prod, enabled: true }],
        _postman_variable_scope: 'environment',
      }),
    ),
  }),
  'a collection of Bruno': (fixture, { dev, prod }) => {
    fixture.write('b/bruno.json', { version: '1', name: 'B', type: 'collection' })
    fixture.write('b/collection.bru', `vars:pre-request {\n  host: ${dev}\n}\n`)
    fixture.write('b/environments/Prod.bru', `vars {\n  host: ${prod}\n}\n`)
    fixture.write('b/r.bru', 'meta {\n  name: r\n  type: http\n  seq: 1\n}\n\nget {\n  url: {{host}}/x\n}\n')
    return { path: 'b', environment: 'Prod' }
  },
  'Hoppscotch with an environment file': (fixture, { dev, prod }) => ({
    path: fixture.write('hopp.json', {
      v: 11,
      name: 'Hopp',
      folders: [],
      requests: [
        {
          v: '16',
          name: 'r',
          method: 'GET',
          endpoint: '<<host>>/x',
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
      auth: { authType: 'none', authActive: true },
      headers: [],
      variables: [{ key: 'host', initialValue: dev, currentValue: dev, secret: false }],
    }),
    environment: fixture.path(
      fixture.write('hopp-prod.json', {
        v: 2,
        id: 'e',
        name: 'Prod',
        variables: [{ key: 'host', initialValue: prod, currentValue: prod, secret: false }],
      }),
    ),
  }),
}
