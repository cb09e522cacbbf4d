import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { decodeText } from './decode-text.ts'
import type { FolderFile } from './folder-file.ts'
import type { ImportFormat } from './import-format.ts'
import { isObject, type JsonValue, parseJson } from './json-value.ts'
import { parseYaml } from './yaml-value.ts'

/** The files of one import: their texts by path. */
export type ImportSeed = Readonly<Record<string, string>>

const golden = fileURLToPath(new URL('../../golden', import.meta.url))
const modelGolden = fileURLToPath(new URL('../../../model/golden/opencollection', import.meta.url))

/**
 * Files of every format, for tests that change them in every place. A format without files does not compile,
 * so these tests cover each new importer from the start.
 */
export const importSeeds: Readonly<Record<ImportFormat, readonly ImportSeed[]>> = {
  postman: [
    document('postman-v21.json'),
    document('postman-v1.json'),
    document('postman-dump.json'),
    document('postman-environment-utf16.json'),
  ],
  bruno: [folderOf(`${golden}/bruno`)],
  openCollection: [
    { 'opencollection.json': textOf(`${modelGolden}/collection-full/input.json`) },
    {
      'opencollection.yml':
        'opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n  variables:\n    - name: v\n',
      'environments/live.yml':
        'name: Live\nvariables:\n  - name: key\n    secret: true\n  - name: host\n    value: h\n',
      'in/folder.yml': 'info:\n  name: In\n  type: folder\n',
      'in/get.yml':
        'info:\n  name: Get\n  type: http\nhttp:\n  method: GET\n  url: http://a.test/{{key}}\n  headers:\n    - name: A\n      value: b\n',
    },
  ],
  hoppscotch: [
    document('hoppscotch.json'),
    document('hoppscotch-environments.json'),
    document('hoppscotch-map.json'),
  ],
  insomnia: [document('insomnia-v4.json'), document('insomnia-v5.yaml')],
  thunderClient: [document('thunder-client.json')],
  har: [document('archive.har')],
  openApi: [document('openapi-31.yaml'), document('swagger-20.json')],
  wsdl: [document('service.wsdl')],
  graphQl: [document('schema.graphql')],
  curl: [
    {
      'commands.sh': `curl -X PUT 'http://a.test/books?page=1' -H 'Accept: text/plain' -u ann:pass \\\n  --data-urlencode 'title=one' -b 'seen=1' --proxy http://proxy.test\ncurl -F 'part=@file.txt;type=text/plain' http://b.test/form\n`,
    },
  ],
}

function document(name: string): ImportSeed {
  return { [name]: textOf(`${golden}/documents/${name}`) }
}

function folderOf(folder: string): ImportSeed {
  const paths = globSync('**/*.{bru,json}', { cwd: folder }).toSorted()
  return Object.fromEntries(paths.map(path => [path, textOf(`${folder}/${path}`)]))
}

function textOf(path: string): string {
  return decodeText(readFileSync(path))
}

/** Converts the texts to files for an import. */
export function filesOf(seed: ImportSeed): readonly FolderFile[] {
  return Object.entries(seed).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
}

/** Parses a JSON or YAML file; null for a text of another kind. */
export function structureOf(path: string, text: string): JsonValue {
  if (!/\.(?:json|ya?ml|har)$/.test(path)) return null
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : parseYaml(text)
  return parsed.ok && (isObject(parsed.value) || Array.isArray(parsed.value)) ? parsed.value : null
}

/** Returns the paths of all values inside a value, its own first. */
export function placesIn(value: JsonValue, place: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [place]
  return [place, ...Object.entries(value).flatMap(([name, one]) => placesIn(one, [...place, name]))]
}

/** Returns a value in which the value at one path is replaced. */
export function changedAt(
  value: JsonValue,
  place: readonly string[],
  change: (value: JsonValue) => JsonValue,
): JsonValue {
  const [first, ...rest] = place
  if (first === undefined) return change(value)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([name, one]) => [name, name === first ? changedAt(one, rest, change) : one] as const,
  )
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}
