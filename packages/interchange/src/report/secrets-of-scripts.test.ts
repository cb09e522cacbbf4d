import { importFiles } from '@parley/convert'
import { describe, expect, test } from 'vitest'
import { secretsOfScripts } from './secrets-of-scripts.ts'

const file = (path: string, document: object) => ({
  path,
  bytes: new TextEncoder().encode(JSON.stringify(document)),
})
const secret = (key: string) => ({ key, value: 'hidden', type: 'secret' })

function collection(script: string, variable: readonly object[] = []): object {
  return {
    info: { name: 'Shop' },
    variable,
    item: [
      {
        name: 'In',
        item: [
          {
            name: 'Get',
            request: { url: 'http://a.test/{{key}}' },
            event: [{ listen: 'prerequest', script: { exec: [script] } }],
          },
        ],
      },
    ],
  }
}

const secretsOf = (...files: ReturnType<typeof file>[]) => secretsOfScripts(importFiles(files).parts)
const read = [{ name: 'key', scripts: [{ place: ['Shop', 'In', 'Get'], phase: 'preRequest' }] }]

describe('a secret and the scripts that name it', () => {
  test.each(["pm.variables.get('key')", 'pm.variables.get("key")', 'x(`key`)', 'f("a {{key}} b")'])(
    '%s',
    script => {
      expect(secretsOf(file('c.json', collection(script, [secret('key')])))).toEqual(read)
    },
  )

  test.each(["pm.variables.get('keys')", 'key', '// monkey', "'Key'"])('not %s', script => {
    expect(secretsOf(file('c.json', collection(script, [secret('key')])))).toEqual([])
  })
})

const script = "pm.variables.get('key')"
const environment = (...values: object[]) => file('e.json', { name: 'Live', values })

test('secrets of environments and globals count, in any file of the import', () => {
  expect(secretsOf(file('c.json', collection(script)), environment(secret('key')))).toEqual(read)
  const globals = file('g.json', { _postman_variable_scope: 'globals', name: 'G', values: [secret('key')] })
  expect(secretsOf(file('c.json', collection(script)), globals)).toEqual(read)
})

test('a name in several places is listed once, and a plain variable not at all', () => {
  const both = [file('c.json', collection(script, [secret('key')])), environment(secret('key'))]
  expect(secretsOf(...both)).toEqual(read)
  expect(secretsOf(file('c.json', collection(script, [{ key: 'key', value: 'plain' }])))).toEqual([])
})
