import {
  type Folder,
  type HttpRequest,
  type Item,
  inheritedRequestSettings,
  maximumFolderDepth,
  newHttpRequest,
  type RequestSettings,
} from '@parley/model'
import type { ImportLog } from '../import-log.ts'
import { entriesOf, isObject, type JsonValue, listOf, member, textMember, textOf } from '../json-value.ts'
import { newDefaults, newFolder } from '../new-entities.ts'
import { methodOf } from '../request-parts.ts'
import { postmanAuth, withSentPlacement } from './postman-auth.ts'
import { postmanSentBody, prunesBodies } from './postman-body.ts'
import { postmanExample } from './postman-example.ts'
import { descriptionText, postmanHeaders } from './postman-rows.ts'
import { postmanScripts } from './postman-scripts.ts'
import { postmanSegmentUrl } from './postman-url.ts'
import { postmanRequestVariables, postmanVariables } from './postman-variables.ts'

/**
 * Converts the folders and requests of a v2 collection or folder, in their order.
 * @param isPruned whether the container leaves the body of a GET unsent
 */
export function postmanItems(
  container: JsonValue,
  log: ImportLog,
  isPruned = prunesBodies(container, true),
  depth = 0,
): readonly Item[] {
  return listOf(member(container, 'item')).flatMap((item): readonly Item[] => {
    if (!isObject(item)) return []
    const name = textMember(item, 'name')
    return log.within(name, () => {
      const isItemPruned = prunesBodies(item, isPruned)
      const isFolder = member(item, 'request') === undefined
      if (!isFolder) return [postmanRequest(item, name, log, isItemPruned)]
      // Folders deeper than a workspace allows are dissolved into their parent.
      return depth + 1 < maximumFolderDepth
        ? [postmanFolder(item, name, log, isItemPruned, depth)]
        : postmanItems(item, log, isItemPruned, depth)
    })
  })
}

function postmanFolder(
  item: JsonValue,
  name: string,
  log: ImportLog,
  isPruned: boolean,
  depth: number,
): Folder {
  log.count('folders')
  const docs = descriptionText(item)
  return newFolder(name, {
    ...(docs === '' ? {} : { docs }),
    defaults: newDefaults({
      auth: postmanAuth(member(item, 'auth'), log),
      scripts: postmanScripts(member(item, 'event'), log),
      variables: postmanVariables(member(item, 'variable'), 'folder', log),
      settings: postmanSettings(member(item, 'protocolProfileBehavior'), log),
    }),
    items: postmanItems(item, log, isPruned, depth + 1),
  })
}

/**
 * Converts an item with a request; a plain GET is just a text.
 * @param isPruned whether the body of a GET is left unsent
 */
export function postmanRequest(
  item: JsonValue,
  name: string,
  log: ImportLog,
  isPruned: boolean,
): HttpRequest {
  log.count('requests')
  const value = member(item, 'request')
  const request: JsonValue = isObject(value) ? value : { url: textOf(value) }
  const headers = postmanHeaders(member(request, 'header'), log)
  const docs = descriptionText(request) || descriptionText(item)
  const method = methodOf(request)
  const body = postmanSentBody(member(request, 'body'), { method, headers, isPruned }, log)
  const { address, variables } = postmanSegmentUrl(member(request, 'url'))
  return newHttpRequest({
    name,
    method,
    ...address,
    headers,
    body,
    auth: withSentPlacement(postmanAuth(member(request, 'auth'), log), method, body),
    scripts: postmanScripts(member(item, 'event'), log),
    variables: [...variables, ...postmanRequestVariables(member(item, 'variable'), log)],
    settings: postmanSettings(member(item, 'protocolProfileBehavior'), log),
    examples: listOf(member(item, 'response'))
      .filter(isObject)
      .map(one => postmanExample(one, log)),
    ...(docs === '' ? {} : { docs }),
  })
}

/** Converts `protocolProfileBehavior` without its pruning of bodies, for which see {@link prunesBodies}. */
export function postmanSettings(value: JsonValue | undefined, log: ImportLog): RequestSettings {
  let settings = inheritedRequestSettings
  for (const [name, setting] of entriesOf(value)) {
    if (name === 'followRedirects' && typeof setting === 'boolean')
      settings = { ...settings, followRedirects: setting }
    else if (name === 'maxRedirects' && /^\d{1,4}$/.test(textOf(setting)))
      settings = { ...settings, maxRedirects: Number(setting) }
    else if (name === 'followAuthorizationHeader' && typeof setting === 'boolean')
      settings = { ...settings, forwardAuthorization: setting }
    else if (name === 'disableUrlEncoding' && typeof setting === 'boolean')
      settings = { ...settings, encodeUrl: !setting }
    else if (name === 'protocolVersion' && setting === 'http1') settings = { ...settings, httpVersion: '1.1' }
    else if (name === 'protocolVersion' && setting === 'http2') settings = { ...settings, httpVersion: '2' }
    else if (name !== 'disableBodyPruning' && name !== 'protocolVersion')
      log.loss('SETTING_NOT_SUPPORTED', `${name}: ${textOf(setting)}`)
  }
  return settings
}
