import type { ImportLog } from '../import-log.ts'
import { isObject, type JsonValue, listOf, member, textMember } from '../json-value.ts'

/** The types that Parley imports, or that contain nothing from the user. */
const readTypes = new Set([
  'environment',
  'grpc_request',
  'proto_directory',
  'request',
  'request_group',
  'websocket_payload',
  'websocket_request',
  'workspace',
])

/**
 * Names the other resources of an export up to v4: cookies, tests, designs.
 * @param isPlaced whether a resource that is not always read was imported
 */
export function logUnreadResources(
  resources: readonly JsonValue[],
  log: ImportLog,
  isPlaced: (resource: JsonValue) => boolean,
): void {
  for (const resource of resources) {
    const type = textMember(resource, '_type')
    if (
      type === '' ||
      readTypes.has(type) ||
      type.endsWith('_meta') ||
      isBlank(resource, type) ||
      isPlaced(resource)
    )
      continue
    const name = textMember(resource, 'name', 'fileName')
    if (type === 'socketio_request') {
      log.within(name, () => log.loss('REQUEST_NOT_SUPPORTED', 'Socket.IO'))
      continue
    }
    log.loss('NOT_READ', `The ${type.replaceAll('_', ' ')}${name === '' ? '' : ` “${name}”`}`)
  }
}

/** Returns whether a resource is empty; Insomnia creates one for each workspace, used or not. */
function isBlank(resource: JsonValue, type: string): boolean {
  if (type === 'cookie_jar') return listOf(member(resource, 'cookies')).length === 0
  return type === 'api_spec' && textMember(resource, 'contents').trim() === ''
}

/** Names the other members of a v5 file. */
export function logUnreadMembers(file: JsonValue, log: ImportLog): void {
  const jar = member(file, 'cookieJar')
  if (listOf(member(jar, 'cookies')).length > 0)
    log.loss('NOT_READ', `The cookie jar “${textMember(jar, 'name')}”`)
  for (const suite of listOf(member(file, 'testSuites')).filter(isObject))
    log.loss('NOT_READ', `The unit test suite “${textMember(suite, 'name')}”`)
  for (const certificate of listOf(member(file, 'certificates')).filter(isObject))
    log.loss('NOT_READ', `The certificate for “${textMember(certificate, 'host')}”`)
  const spec = member(file, 'spec')
  if (member(spec, 'contents') !== undefined || member(spec, 'file') !== undefined)
    log.loss('NOT_READ', 'The API spec')
}

/** Names the settings of a request that Parley does not have and that are not at their default. */
export function logUnreadSettings(request: JsonValue, log: ImportLog): void {
  const settings = member(request, 'settings')
  const cookies = member(settings, 'cookies')
  const named: readonly (readonly [name: string, value: JsonValue | undefined, initial: boolean])[] = [
    ['settingSendCookies', member(request, 'settingSendCookies'), true],
    ['settingStoreCookies', member(request, 'settingStoreCookies'), true],
    ['settingDisableRenderRequestBody', member(request, 'settingDisableRenderRequestBody'), false],
    ['cookies.send', member(cookies, 'send'), true],
    ['cookies.store', member(cookies, 'store'), true],
    ['renderRequestBody', member(settings, 'renderRequestBody'), true],
  ]
  for (const [name, value, initial] of named)
    if (typeof value === 'boolean' && value !== initial)
      log.loss('SETTING_NOT_SUPPORTED', `${name}: ${value}`)
}
