import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { corpus as corpusNeed, needs } from '@parley/testkit/needs'
import { describe, expect, test } from 'vitest'
import { importDocument } from './import-document.ts'

const corpus = fileURLToPath(new URL('../../../../../shared/corpus/http-live', import.meta.url))

const read = (text: string, fileName?: string) => {
  const result = importDocument(
    new TextEncoder().encode(text),
    undefined,
    fileName === undefined ? {} : { fileName },
  )
  return result.ok ? result.value.format : result.failure.subject || result.failure.code
}

describe('a file of another tool is named', () => {
  const texts: readonly (readonly [name: string, text: string])[] = [
    ['a Karate feature', '@smoke\n# all\nFeature: books\n\nScenario: one\n* url baseUrl\n'],
    ['a RAML document', '#%RAML 1.0\ntitle: Books\n'],
    [
      'a SoapUI project',
      '<?xml version="1.0"?>\n<con:soapui-project name="P" xmlns:con="x"></con:soapui-project>',
    ],
    ['a JMeter test plan', '<?xml version="1.0"?>\n<jmeterTestPlan version="1.2"></jmeterTestPlan>'],
    ['a k6 script', "import http from 'k6/http'\nexport default () => http.get('http://a.test')\n"],
    ['a Voiden file', '---\nversion: 1.0.0\ngeneratedBy: Voiden app\n---\n\n# Title\n'],
    ['a Hurl file', 'GET http://a.test\nHTTP 200\n[Asserts]\njsonpath "$.id" == 1\n'],
    ['a Hurl file', '# one\nPOST http://a.test\n[FormParams]\na: b\n'],
    ['an .http file', '### One\n// first\n@host = a.test\n\nGET http://{{host}}/a\nAccept: */*\n'],
    ['an .http file', 'POST {{host}}/a HTTP/1.1\n\n{}\n'],
    ['an AsyncAPI document', 'asyncapi: 3.0.0\ninfo: {title: T, version: "1"}\n'],
    ['an export of Yaak', '{"yaakVersion":"1","yaakSchema":4,"resources":{}}'],
    ['a mock server of Insomnia', 'type: mock.insomnia.rest/5.0\nname: M\n'],
    ['an MCP client of Insomnia', 'type: mcpClient.insomnia.rest/5.0\nname: M\n'],
    ['a request of Posting', 'name: echo\nmethod: POST\nurl: http://a.test\noptions:\n  timeout: 1\n'],
    [
      'an operation of Kreya',
      '{"details":{"methodFqn":"a.B"},"requests":[],"operationType":"unary","invokerName":"grpc"}',
    ],
    ['a collection of Slumber', 'profiles: {}\nrequests:\n  one:\n    method: GET\n    url: http://a.test\n'],
  ]
  test.each(texts)('%s', (name, text) => {
    expect(read(text)).toBe(name)
  })
})

describe('a list of names and texts is an environment', () => {
  const map = '{"name": "app", "version": "1.0.0"}'
  test.each([
    ['package.json', map, 'UNKNOWN_FORMAT'],
    ['env.json', map, 'hoppscotch'],
    ['folder/Local.env.json', map, 'hoppscotch'],
    ['environments/a.json', map, 'UNKNOWN_FORMAT'],
    [undefined, map, 'UNKNOWN_FORMAT'],
    [undefined, '{"HOST": "a.test", "API_KEY": "x"}', 'hoppscotch'],
    ['notes.yml', 'first: one\nsecond: two\n', 'UNKNOWN_FORMAT'],
  ])('in %s: %s is %s', (fileName, text, expected) => {
    expect(read(text, fileName)).toBe(expected)
  })

  test('where the user says so', () => {
    const bytes = new TextEncoder().encode(map)
    expect(importDocument(bytes, undefined, { isEnvironment: true })).toMatchObject({
      value: { environments: [{ variables: [{ name: 'name' }, { name: 'version' }] }] },
    })
  })
})

const patterns: Readonly<Record<string, string>> = {
  'karatelabs+karate/**/*.feature': 'a Karate feature',
  'raml-org+raml-js-parser-2/**/api.raml': 'a RAML document',
  'asyncapi+spec/examples/*.yml': 'an AsyncAPI document',
  'darrenburns+posting/**/*.posting.yaml': 'a request of Posting',
  'VoidenHQ+voiden/**/hello.void': 'a Voiden file',
  'LucasPickering+slumber/*.yml': 'a collection of Slumber',
  'microcks+microcks/samples/*-soapui-project.xml': 'a SoapUI project',
  'mountain-loop+yaak/made/*.json': 'an export of Yaak',
}
test.each(Object.entries(patterns))(
  'real files (../shared/corpus): %s',
  needs(existsSync(corpus), corpusNeed),
  (pattern, name) => {
    const paths = globSync(pattern, { cwd: corpus })
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) expect(read(readFileSync(`${corpus}/${path}`, 'utf8'), path), path).toBe(name)
  },
)
